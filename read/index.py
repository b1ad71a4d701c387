"""Which packages are at hand, and which of them are needed: told from their manifests alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.language.grammar.core_library import CORE_LIBRARY


class ManifestSummary(msgspec.Struct, frozen=True, array_like=True):
    """What others want to know of a manifest; the texts are as `PackageHeader` and `Manifest` have them.

    `requires` and `classes` are the names under these keys, the latter of usable packages only. Without `has_name` the
    manifest does not tell a name, and the package is called by its folder.
    """

    name: str
    version: str
    format: str
    type: str
    requires: tuple[str, ...]
    classes: tuple[str, ...]
    has_name: bool


class PackageEntry(msgspec.Struct, frozen=True, eq=False):
    """A package at hand; `embedded` tells that it is a part of this program."""

    source: Source
    summary: ManifestSummary
    embedded: bool = False

    @property
    def name(self) -> str:
        """The full name."""
        return self.summary.name


MakeEntry = Callable[[Source, bool], PackageEntry]
"""Makes the entry of a package from its manifest; told whether the package is embedded."""

EntriesOnce = dict[Source, PackageEntry | None]
"""Of libraries that several checks have, and whose files stay as they are meanwhile, the entries that were made."""


def made_once(entry: MakeEntry, once: EntriesOnce) -> MakeEntry:
    """Return what makes entries, and those of some sources for the first check alone."""

    def known(source: Source, embedded: bool) -> PackageEntry:
        found = once.get(source)
        if found is None:
            found = entry(source, embedded)
            if source in once:
                once[source] = found
        return found

    return known


class PackageIndex(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The packages to check, and those that something requires, directly or not: every version of them.

    `shadowed` is the embedded core library where another one stands in its place: nobody requires it, but the classes
    that the engine writes in Python are described nowhere else. `further` are at hand as well, and nothing requires
    them: of those no more is looked at than which classes they list. `located` are the names of packages that
    packages of a name name, or name classes of, though they do not require them; a check looks into those too.
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
        """The packages of each name: its versions, and equal ones by mistake."""
        found: dict[str, list[PackageEntry]] = {}
        for entry in self:
            found.setdefault(entry.name, []).append(entry)
        return {name: tuple(group) for name, group in found.items()}

    @functools.cached_property
    def owners(self) -> dict[str, str]:
        """For the classes that usable packages list: the name of the package, the first one in alphabetical order."""
        found: dict[str, str] = {}
        for entry in (*self.targets, *self.libraries, *self.further):
            for name in entry.summary.classes:
                found[name] = min(entry.name, found.get(name, entry.name))
        return found

    @property
    def embedded(self) -> frozenset[str]:
        """The names whose packages are all a part of this program: nothing is wrong with those, which tests assert."""
        return frozenset(name for name, group in self.by_name.items() if all(entry.embedded for entry in group))

    def needed(self, names: Iterable[str]) -> dict[str, None]:
        """Return the names and those of all packages they require, directly or not, as far as these are at hand."""
        found: dict[str, None] = {}
        sees = self._sees
        pending = [CORE_LIBRARY, *names]
        while pending:
            name = pending.pop()
            if name not in found and name in self.by_name:
                found[name] = None
                if name not in sees:
                    sees[name] = tuple(self.sees(name))
                pending += sees[name]
        return found

    @functools.cached_property
    def _sees(self) -> dict[str, tuple[str, ...]]:
        """What `sees` yields, of the names for which it was needed: that is asked for each of many packages."""
        return {}

    def needing(self, names: Collection[str]) -> set[str]:
        """Return some names and those of all packages that need one of these, see `needed`."""
        users: dict[str, list[str]] = {}
        for name in self.by_name:
            for other in self.sees(name):
                users.setdefault(other, []).append(name)
        found = set(names)
        pending = list(found)
        while pending:
            new = [user for user in users.get(pending.pop(), ()) if user not in found]
            found.update(new)
            pending.extend(new)
        return found

    def sees(self, name: str) -> Iterator[str]:
        """Yield the names that packages of a name require, and those of packages located for them."""
        for entry in self.by_name[name]:
            yield from entry.summary.requires
        yield from self.located.get(name, ())


def count_files(entries: Iterable[PackageEntry]) -> int:
    """Return how many files some packages have."""
    return sum(len(entry.source.paths()) for entry in entries)


def index_packages(
    targets: Sequence[Source],
    libraries: Sequence[Source],
    embedded: Sequence[Source],
    entry: MakeEntry,
    *,
    replaced: bool = False,
) -> PackageIndex:
    """Make the index of all packages that are needed.

    What is checked stands before a library of the same name and version. An embedded package gives way to a target or
    library of the same name and version; all of them do where the core library is `replaced`.
    """
    checked = tuple(entry(source, False) for source in targets)
    known = {_version(each) for each in checked}
    available = [each for source in libraries if _version(each := entry(source, False)) not in known]
    known.update(map(_version, available))
    shadowed: PackageEntry | None = None
    for source in embedded:
        each = entry(source, True)
        if not replaced and _version(each) not in known:
            available.append(each)
        elif each.name == CORE_LIBRARY:
            shadowed = each
    required = tuple(_required(checked, available))
    needed = set(required)
    return PackageIndex(checked, required, shadowed, tuple(each for each in available if each not in needed))


def _version(entry: PackageEntry) -> tuple[str, str]:
    return entry.name, entry.summary.version


def _required(checked: Iterable[PackageEntry], available: Collection[PackageEntry]) -> Iterator[PackageEntry]:
    """The available packages that are required; every version of them, as any may be chosen.

    Names that are required in a circle are met once, so circles end here; phase 2 names them.
    """
    at_hand = PackageIndex((), tuple(available), None)
    for name in sorted(at_hand.needed(name for entry in checked for name in entry.summary.requires)):
        yield from at_hand.by_name[name]
