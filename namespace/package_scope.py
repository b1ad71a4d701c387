"""Collects the packages that names in a package can refer to, and looks up names of object models in them.

Reference: packages-and-versions, Finding a class; ui-agreement, 5.1.
"""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Fix
from muranopl.diagnostics.quirks import DOCUMENT_NAMES
from muranopl.diagnostics.visible import listed
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import unread_requirements
from muranopl.language.grammar.ui.class_names import WrittenType
from muranopl.language.grammar.versions import DEFAULT_SPEC, is_spec
from muranopl.namespace.result import DeclaredPackage, Names, TypeId
from muranopl.read.manifest_fixes import requiring
from muranopl.read.package import PackageId

EXTENSIONS = "io.murano.extensions."


ALIASES = {f"{CORE_LIBRARY}.metadata.Position": f"{CORE_LIBRARY}.metadata.forms.Position"}
"""Names in the documents for classes of the core library, with their real names (forms.txt, UI
hints).
"""


_POSITION = operator.itemgetter(0)
_SHOWN = 3


Declaring = Mapping[str, Sequence[DeclaredPackage]]
"""The packages that have a class of a full name, by that name."""


def declaring_packages(packages: Iterable[DeclaredPackage]) -> Declaring:
    """Return the packages by the names of their classes, so that lookups need no search."""
    result: dict[str, list[DeclaredPackage]] = {}
    for package in packages:
        for name in (*package.classes, *package.opaque):
            result.setdefault(name, []).append(package)
    return result


def given_with(missing: Collection[str]) -> str | None:
    """Return what to do about a class that may be in packages that are not here; None if all are."""
    if not missing:
        return None
    packages = listed(missing, _SHOWN)
    return f"correct the name, or pass the folder of {packages} with -L"


class PackageScope:
    """The packages that names in one package can refer to.

    They are the package itself, the core library, then its requirements, in order. The classes of
    an embedded core library that is replaced use the one that replaces it. `declaring` has the
    classes of all packages. `engine_classes` are searched last: classes that the engine itself
    registers in any core library. `unknown` are the names of required packages that are missing.
    """

    def __init__(
        self,
        names: Names,
        package: PackageId,
        declaring: Declaring,
        engine_classes: dict[str, TypeId],
    ) -> None:
        core = names.core[package]
        requirements = names.written_requirements(package)
        implied = [item.chosen for item in names.requirements[package] if item.implied]
        required = [item.chosen for item in requirements if item.chosen is not None]
        first = (core, package) if package == names.shadowed else (package, core)
        visible = dict.fromkeys((*(item for item in first if item is not None), *required))
        self.follows_engine = DOCUMENT_NAMES in names.quirks
        self._own = package
        self._header = names.packages[package].package.header
        self._visible = {
            id_: (position, names.packages[id_]) for position, id_ in enumerate(visible)
        }
        self._located = {id_.name: names.packages[id_] for id_ in implied if id_ is not None}
        self._declaring = declaring
        self._found: dict[str, TypeId | None] = {}
        # The engine registers its classes in any core library, so they are missing without one; the
        # embedded one declares them
        is_other = core is not None and core != names.engine_core
        self._engine_classes = engine_classes if is_other else {}
        self.packages = tuple(visible)
        self.required = frozenset(required)
        self.unknown = tuple(item.requirement.name for item in requirements if item.chosen is None)
        self._unread = unread_requirements(names.packages[package].package.manifest)

    def find(self, name: str) -> TypeId | None:
        """Return the class of a full name, or None.

        Plugins renamed their classes once: a name below io.murano.extensions is tried without that
        prefix too.
        """
        if name not in self._found:
            result = self._find(name)
            if result is None and name.startswith(EXTENSIONS):
                result = self._find(name.removeprefix(EXTENSIONS))
            if result is None and name in ALIASES and not self.follows_engine:
                result = self._find(ALIASES[name])
            self._found[name] = result
        return self._found[name]

    @property
    def lacks_packages(self) -> bool:
        """Whether some required packages are missing, or are unknown."""
        return bool(self.unknown) or self._unread is None or bool(self._unread)

    def may_require(self, owner: str) -> bool:
        """Return whether an unreadable part of `Require` (reported) may name a package."""
        return self._unread is None or owner in self._unread

    def _find(self, name: str) -> TypeId | None:
        for package in self._having(name):
            result = package.find(name, unlisted=package.id == self._own)
            if result is not None:
                return result
        return self._engine_classes.get(name)

    def find_located(self, name: str, owner: str) -> TypeId | None:
        """Return the class of a full name in a package whose missing requirement was reported.

        Return None for other names.
        """
        package = self._located.get(owner)
        return None if package is None else package.find(name)

    def requiring(self, owner: str) -> tuple[Fix, ...]:
        """Return the fix that requires a package which is located."""
        package = self._located.get(owner)
        return () if package is None else requiring(self._header, package.id)

    def providers(self, name: str) -> list[PackageId]:
        """Return the visible packages that declare a class of that full name, in search order."""
        return [
            package.id
            for package in self._having(name)
            if name in package.classes and package.find(name, unlisted=package.id == self._own)
        ]

    @functools.cached_property
    def has_find(self) -> bool:
        """Whether a visible class has a method `find`, which hides the function."""
        classes = (
            class_ for _, package in self._visible.values() for class_ in package.classes.values()
        )
        return any(
            method.name == "find" for class_ in classes for method in class_.declaration.all_methods
        )

    def _having(self, name: str) -> list[DeclaredPackage]:
        """Return the visible packages that have a class of that full name, in search order."""
        having = self._declaring.get(name, ())
        # The shorter of the two collections is searched
        if len(having) > len(self._visible):
            return [package for _, package in self._visible.values() if package.has(name)]
        visible = [item for package in having if (item := self._visible.get(package.id))]
        return [package for _, package in sorted(visible, key=_POSITION)]

    def names(self) -> Iterator[str]:
        """Yield all full names visible here, for suggestions."""
        for _, package in self._visible.values():
            yield from package.classes
        yield from self._engine_classes


class Standing(enum.Enum):
    """The relation of a package to the one whose UI definition names a class of it."""

    OWN = enum.auto()
    REQUIRED = enum.auto()
    """Required, directly or not, or the core library."""
    LOCATED = enum.auto()
    """At hand, and not required."""


class FoundClass(msgspec.Struct, frozen=True):
    """The class of the catalog that a name refers to.

    `excluded` is the specification that no package with the class meets; `versions` are those of
    these packages.
    """

    id: TypeId
    standing: Standing
    excluded: str | None = None
    versions: tuple[str, ...] = ()


class ModelNames:
    """Lookup of classes like the engine's for objects of a model.

    It finds full names in all packages.
    """

    def __init__(self, opened: DeclaredPackage, names: Names) -> None:
        self._opened = opened
        self._names = names
        self._packages = tuple(self._reachable())
        self._known: dict[WrittenType, FoundClass | None] = {}
        self.unmet = tuple(
            dict.fromkeys(
                item.requirement.name
                for id_, standing in self._packages
                if standing is not Standing.LOCATED
                for item in names.requirements.get(id_, ())
                if item.chosen is None and not item.implied
            )
        )
        """The names of requirements, direct or not, that no package at hand meets."""
        self.missing_in_classes = frozenset(
            item.chosen for item in names.requirements.get(opened.id, ()) if item.implied
        )
        """Packages that class files use without requiring them, which is reported there."""
        self.all_there = names.closed
        """Whether the engine has no other packages than those at hand."""

    def find(self, written: WrittenType) -> FoundClass | None:
        """Return the class that an object's header names, None if no package at hand has it."""
        if written not in self._known:
            self._known[written] = self._find(written)
        return self._known[written]

    def _find(self, written: WrittenType) -> FoundClass | None:
        """Return the class that meets the specification.

        Without one, the class of the own package is preferred.
        """
        # The engine tries the name without its prefix as well.
        for name in (written.name, written.name.removeprefix(EXTENSIONS)):
            candidates = tuple(self._candidates(name, written.package))
            if candidates:
                return self._nearest(candidates, written)
        return None

    def _candidates(self, name: str, package: str | None) -> Iterator[FoundClass]:
        """Yield the classes of a name, that of the nearest package first."""
        for id_, standing in self._packages:
            result = self._names.packages[id_].find(name)
            if result is not None and package in {None, id_.name}:
                yield FoundClass(result, standing)

    def names(self) -> Iterator[str]:
        """Yield the full names of all classes, for suggestions."""
        for id_, _ in self._packages:
            yield from self._names.packages[id_].classes

    def _reachable(self) -> Iterator[tuple[PackageId, Standing]]:
        """Yield the package itself, its core library, all its requirements, and implied ones."""
        names, own = self._names, self._opened.id
        yield own, Standing.OWN
        reachable = {own}
        pending = [own]
        core = names.core.get(own)
        for id_ in (core, names.shadowed):
            if id_ is not None and id_ not in reachable:
                reachable.add(id_)
                yield id_, Standing.REQUIRED
        # Breadth first, as the class of the nearest package precedes others of its name
        while pending:
            for item in names.requirements.get(pending.pop(0), ()):
                if item.chosen is not None and not item.implied and item.chosen not in reachable:
                    reachable.add(item.chosen)
                    pending.append(item.chosen)
                    yield item.chosen, Standing.REQUIRED
        yield from (
            (item, Standing.LOCATED) for item in names.located.get(own, ()) if item not in reachable
        )

    def _nearest(self, candidates: Sequence[FoundClass], written: WrittenType) -> FoundClass:
        """Return the first candidate whose version fits, else the first with `excluded` set."""
        first, spec = candidates[0], written.spec or DEFAULT_SPEC
        if written.any_version:
            return first
        # Without a version the package's own class is preferred, whether or not another package has
        # the class in a version that fits (reference: ui-agreement, 5.1)
        if written.spec is None and first.standing is Standing.OWN:
            candidates = candidates[:1]
        for candidate in candidates:
            if self._names.fits(candidate.id.package, spec):
                return candidate
        if not is_spec(spec):
            return first
        versions = tuple(dict.fromkeys(candidate.id.package.version for candidate in candidates))
        return msgspec.structs.replace(first, excluded=spec, versions=versions)
