"""Looks up the classes that object models and UI definitions name, in all packages at hand.

Reference: ui-agreement, 5.1; packages-and-versions.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence

import msgspec

from muranopl.language.grammar.ui.class_names import WrittenType
from muranopl.language.grammar.versions import DEFAULT_SPEC, is_spec
from muranopl.namespace.package_scope import EXTENSIONS
from muranopl.namespace.result import DeclaredPackage, Names, TypeId
from muranopl.read.package import PackageId


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
