"""Which packages are at hand, and which of them are needed: told from their manifests alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.read.summary import ManifestSummary

if TYPE_CHECKING:
    from muranopl.read.package import Head, Package


class PackageEntry(msgspec.Struct, eq=False):
    """A package at hand. `head` is its manifest, `package` all of it, None where nobody has read that yet.

    `key` is the hash of the manifest the summary is recorded under, None where it depends on more than that.
    `embedded` tells that it is a part of this program.
    """

    source: Source
    summary: ManifestSummary
    head: Head | None = None
    key: bytes | None = None
    embedded: bool = False
    package: Package | None = None


Look = Callable[[Source], PackageEntry]


class PackageIndex(msgspec.Struct, eq=False, dict=True):
    """The packages to check, and those that something requires, directly or not: every version of them.

    `shadowed` is the embedded core library where another one stands in its place: nobody requires it, but the classes
    that the engine writes in Python are described nowhere else.
    """

    targets: tuple[PackageEntry, ...]
    libraries: tuple[PackageEntry, ...]
    shadowed: PackageEntry | None

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
            found.setdefault(entry.summary.name, []).append(entry)
        return {name: tuple(group) for name, group in found.items()}

    @functools.cached_property
    def owners(self) -> dict[str, str]:
        """For the classes that usable packages list: the name of the package, the first one in alphabetical order."""
        found: dict[str, str] = {}
        for entry in (*self.targets, *self.libraries):
            for name in entry.summary.classes:
                found[name] = min(entry.summary.name, found.get(name, entry.summary.name))
        return found

    def needed(self, names: Iterable[str]) -> dict[str, None]:
        """The names themselves and those of all packages they require, directly or not, as far as these are at hand."""
        found: dict[str, None] = {}
        pending = [CORE_LIBRARY, *names]
        while pending:
            name = pending.pop()
            if name not in found and name in self.by_name:
                found[name] = None
                pending.extend(each for entry in self.by_name[name] for each in entry.summary.requires)
        return found


def index_packages(
    targets: Sequence[Source],
    libraries: Sequence[Source],
    embedded: Sequence[Source],
    look: Look,
    look_at_embedded: Look,
    *,
    replaced: bool = False,
) -> PackageIndex:
    """Look at all packages, see `muranopl.read.look` and `muranopl.read.recorded`.

    What is checked stands before a library of the same name and version. An embedded package gives way to a target or
    library of the same name and version; all of them do where the core library is `replaced`.
    """
    checked = tuple(map(look, targets))
    known = {_version(each) for each in checked}
    available = [each for each in map(look, libraries) if _version(each) not in known]
    known.update(map(_version, available))
    shadowed: PackageEntry | None = None
    for each in map(look_at_embedded, embedded):
        if not replaced and _version(each) not in known:
            available.append(each)
        elif each.summary.name == CORE_LIBRARY:
            shadowed = each
    return PackageIndex(checked, tuple(_required(checked, available)), shadowed)


def _version(entry: PackageEntry) -> tuple[str, str]:
    return entry.summary.name, entry.summary.version


def _required(checked: Iterable[PackageEntry], available: Collection[PackageEntry]) -> Iterator[PackageEntry]:
    """The available packages that are required; every version of them, as any may be chosen.

    Names that are required in a circle are met once, so circles end here; phase 2 names them.
    """
    at_hand = PackageIndex((), tuple(available), None)
    wanted = at_hand.needed(name for entry in checked for name in entry.summary.requires)
    for name in sorted(wanted):
        yield from at_hand.by_name[name]
