"""Selects the classes and packages that dumps and graphs show.

These are the checked ones, unless others are named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest, nearest_full_name
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import listed, visible
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.namespace.declarations import declare_classes
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package, PackageId

LISTED = 5
"""The number of names that messages list if several match."""


class _Kind(NamedTuple):
    """The nouns for a kind of name, in messages."""

    one: str
    many: str


_CLASS = _Kind("class", "classes")
_PACKAGE = _Kind("package", "packages")


class Wanted(NamedTuple):
    """The classes and packages to show, by full name or by a suffix of one that is unique.

    The default is the checked packages, or with `everything` all packages that were read.
    """

    classes: Collection[str] = ()
    packages: Collection[str] = ()
    everything: bool = False


class ShownClasses(NamedTuple):
    """The packages to show, and their classes; `classes` is None for all.

    A class has its declaration, None if that is unreadable.
    """

    packages: Mapping[PackageId, Package]
    classes: Mapping[TypeId, ClassDeclaration | None] | None

    def has(self, class_: TypeId) -> bool:
        """Return whether a class is shown."""
        if self.classes is None:
            return class_.package in self.packages
        return class_ in self.classes

    def has_declared(self, declaration: ClassDeclaration) -> bool:
        """Return whether the declaration of a class in a file of one of the packages is shown."""
        return self.classes is None or any(
            declaration is class_ for class_ in self.classes.values()
        )


def select(results: PhaseResults, wanted: Wanted) -> ShownClasses:
    """Return the wanted part of what was read.

    Raise UsageError for an unknown or ambiguous name.
    """
    packages = {package.id: package for package in results.read.targets}
    # A name may also be that of a package which was only required, or of a class in it
    if any(wanted):
        packages |= {package.id: package for package in results.read.libraries}
    if wanted.packages:
        names = _chosen(wanted.packages, _spellings(packages), _PACKAGE)
        packages = {id_: package for id_, package in packages.items() if id_.name in names}
    if not wanted.classes:
        return ShownClasses(packages, None)
    classes = {
        id_: value for package in packages.values() for id_, value in _classes(results, package)
    }
    names = _chosen(wanted.classes, _spellings(classes), _CLASS)
    chosen = {id_: declaration for id_, declaration in classes.items() if id_.name in names}
    return ShownClasses({id_.package: packages[id_.package] for id_ in chosen}, chosen)


def _classes(
    results: PhaseResults, package: Package
) -> Iterable[tuple[TypeId, ClassDeclaration | None]]:
    """Yield the classes of a package, even if phase 2 did not run."""
    declared: DeclaredPackage | None = None
    if results.maybe_names is not None:
        declared = results.maybe_names.packages.get(package.id)
    if declared is None:
        declared = declare_classes(package, Findings())
    for class_ in declared.classes.values():
        yield class_.id, class_.declaration
    for name in sorted(declared.opaque):
        yield TypeId(name, package.id), None


def _spellings(ids: Iterable[TypeId | PackageId]) -> dict[str, list[str]]:
    """Return the names, each with its spellings with versions."""
    result: dict[str, list[str]] = {}
    for id_ in ids:
        result.setdefault(id_.name, []).append(str(id_))
    return result


def _chosen(asked: Iterable[str], known: Mapping[str, Collection[str]], kind: _Kind) -> set[str]:
    """Return the full names for the names of a caller (see `_spellings`). Raise UsageError."""
    return {_chosen_one(name, known, kind) for name in asked}


def _chosen_one(asked: str, known: Mapping[str, Collection[str]], kind: _Kind) -> str:
    matches = [name for name, spellings in known.items() if asked == name or asked in spellings]
    # A full name is never ambiguous, even if others end with it
    if not matches:
        matches = sorted(name for name in known if name.endswith(f".{asked}"))
    if len(matches) == 1:
        return matches[0]
    shown = visible(asked)
    if matches:
        problem = f'"{shown}" matches several {kind.many}: {listed(matches, LISTED)}'
        raise UsageError(f"{problem}; write the full name")
    raise UsageError(f'{kind.one} "{shown}" is not found; {_hint(asked, known, kind)}')


def _hint(asked: str, known: Collection[str], kind: _Kind) -> str | None:
    """Return a similar name, by its end too, else the names that there are."""
    if not known:
        return f"there are no {kind.many}"
    # In reverse, so that the first one in order stays if several names have the same end
    ends = {name.rpartition(".")[2]: name for name in sorted(known, reverse=True)}
    near = nearest_full_name(asked, known) or ends.get(nearest(asked, ends) or "")
    return did_you_mean(near, f"{kind.many} are {listed(sorted(known), LISTED)}")
