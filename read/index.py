"""Indexes packages by manifests alone: those at hand, and those that are needed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.language.grammar.known_names import CORE_LIBRARY


class ManifestSummary(msgspec.Struct, frozen=True, array_like=True):
    """The facts of a manifest that the index needs.

    The texts are as `PackageHeader` and `Manifest` have them. `requires` and `classes` are the
    names under these keys, the latter of usable packages only. If `has_name` is false the manifest
    has no name, and the package is named after its folder. `is_extension` is true if the classes
    are written in Python.
    """

    name: str
    version: str
    format: str
    type: str
    requires: tuple[str, ...]
    classes: tuple[str, ...]
    has_name: bool
    is_extension: bool = False


class PackageEntry(msgspec.Struct, frozen=True, eq=False):
    """A package at hand; `embedded` is true for a part of this program."""

    source: Source
    summary: ManifestSummary
    embedded: bool = False

    @property
    def name(self) -> str:
        """The full name."""
        return self.summary.name


# Returns the entry of a package from its manifest; the second argument is `embedded`.
MakeEntry = Callable[[Source, bool], PackageEntry]


class PackageIndex(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The packages to check, and those that they require, directly or not, in every version.

    `shadowed` is the embedded core library if another one replaces it: it is not required, but only
    it describes the classes that the engine writes in Python. `further` are at hand without being
    required: only the classes they list matter. `located` maps the name of a package to the names
    of packages that it names, or whose classes it names, without requiring them; a check reads
    those too.
    """

    targets: tuple[PackageEntry, ...]
    libraries: tuple[PackageEntry, ...]
    shadowed: PackageEntry | None
    further: tuple[PackageEntry, ...] = ()
    located: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __iter__(self) -> Iterator[PackageEntry]:
        yield from self.targets
        yield from self.libraries
        if self.shadowed is not None:
            yield self.shadowed

    @functools.cached_property
    def by_name(self) -> dict[str, tuple[PackageEntry, ...]]:
        """The packages by name: all versions, and duplicates by mistake."""
        result: dict[str, list[PackageEntry]] = {}
        for entry in self:
            result.setdefault(entry.name, []).append(entry)
        return {name: tuple(group) for name, group in result.items()}

    @functools.cached_property
    def owners(self) -> dict[str, str]:
        """The package of each class that usable packages list; the first in alphabetical order."""
        result: dict[str, str] = {}
        for entry in (*self.targets, *self.libraries, *self.further):
            for name in entry.summary.classes:
                result[name] = min(entry.name, result.get(name, entry.name))
        return result

    @property
    def embedded(self) -> frozenset[str]:
        """The names whose packages are all part of this program.

        Tests assert that these have no problems.
        """
        return frozenset(
            name for name, group in self.by_name.items() if all(entry.embedded for entry in group)
        )

    @property
    def at_hand(self) -> PackageIndex:
        """The index of all packages, those that nothing requires included."""
        libraries = (*self.libraries, *self.further)
        return msgspec.structs.replace(self, libraries=libraries, further=())

    def with_entries(self, change: Callable[[PackageEntry], PackageEntry]) -> PackageIndex:
        """Return the index with every entry replaced by what `change` returns for it."""
        return PackageIndex(
            tuple(map(change, self.targets)),
            tuple(map(change, self.libraries)),
            None if self.shadowed is None else change(self.shadowed),
            tuple(map(change, self.further)),
            self.located,
        )

    def needed(self, names: Iterable[str]) -> dict[str, None]:
        """Return the names and those of all packages they require, as far as these are at hand."""
        result: dict[str, None] = {}
        # The cache is shared by all calls: many packages have requirements in common.
        sees = self._sees
        # Every package requires the core library implicitly
        pending = [CORE_LIBRARY, *names]
        while pending:
            name = pending.pop()
            if name not in result and name in self.by_name:
                result[name] = None
                if name not in sees:
                    sees[name] = tuple(self.sees(name))
                pending += sees[name]
        return result

    @functools.cached_property
    def _sees(self) -> dict[str, tuple[str, ...]]:
        """A cache of `sees` for `needed`, which is called for many packages."""
        return {}

    def sees(self, name: str) -> Iterator[str]:
        """Yield the names that packages of a name require, and of those located for them."""
        for entry in self.by_name[name]:
            yield from entry.summary.requires
        yield from self.located.get(name, ())


def count_files(entries: Iterable[PackageEntry]) -> int:
    """Return the number of files of some packages."""
    return sum(len(entry.source.paths()) for entry in entries)


def index_packages(
    targets: Sequence[Source],
    libraries: Sequence[Source],
    embedded: Sequence[Source],
    entry: MakeEntry,
    *,
    replaced: bool = False,
) -> PackageIndex:
    """Return the index of all packages that are needed.

    A target replaces a library of the same name and version. An embedded package is replaced by a
    target or library of the same name and version; all of them are if the core library is
    `replaced`. So is an extension, by a package that comes before it.
    """
    versions: set[tuple[str, str]] = set()
    checked = tuple(_without_replaced([entry(source, False) for source in targets], versions))
    candidates = [
        package for source in libraries if _version(package := entry(source, False)) not in versions
    ]
    available = list(_without_replaced(candidates, versions))
    shadowed: PackageEntry | None = None
    for source in embedded:
        package = entry(source, True)
        if not replaced and _version(package) not in versions:
            available.append(package)
        # Only the embedded one describes the classes that the engine writes in Python
        elif package.name == CORE_LIBRARY:
            shadowed = package
    required = tuple(_required(checked, available))
    needed = set(required)
    return PackageIndex(
        checked, required, shadowed, tuple(item for item in available if item not in needed)
    )


def _without_replaced(
    entries: Iterable[PackageEntry], versions: set[tuple[str, str]]
) -> Iterator[PackageEntry]:
    """Yield packages, but no extension of a name and version in `versions`; add theirs to it."""
    for entry in entries:
        if not entry.summary.is_extension or _version(entry) not in versions:
            versions.add(_version(entry))
            yield entry


def _version(entry: PackageEntry) -> tuple[str, str]:
    return entry.name, entry.summary.version


def _required(
    checked: Iterable[PackageEntry], available: Collection[PackageEntry]
) -> Iterator[PackageEntry]:
    """Yield the available packages that are required, in every version, as any may be chosen.

    Cyclic requirements are followed once; phase 2 reports them.
    """
    at_hand = PackageIndex((), tuple(available), None)
    for name in sorted(
        at_hand.needed(name for entry in checked for name in entry.summary.requires)
    ):
        yield from at_hand.by_name[name]
