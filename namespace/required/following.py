"""Follows the entries of `Require` from package to package, judging by manifests alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import Requirement
from muranopl.language.grammar.names import is_package_name
from muranopl.language.grammar.versions import is_spec, newest_first
from muranopl.namespace.versions import choose_version
from muranopl.read.package import PackageHeader
from muranopl.read.reader import PackageReader


class Need(NamedTuple):
    """A requirement of a package, and the package that is chosen; None if none at hand fits."""

    package: PackageHeader
    requirement: Requirement
    chosen: PackageHeader | None


Supply = Callable[[Sequence[Need]], Iterable[Source]]
"""Returns further packages for what is missing."""


class PackagesAtHand:
    """Packages by name and version; of two equal ones the last one counts, as in the engine."""

    def __init__(self, sources: Iterable[Source], quirks: Collection[Quirk]) -> None:
        self._quirks = quirks
        self._reader = PackageReader()
        self._by_name: dict[str, dict[str, PackageHeader]] = {}
        self.add(sources)

    def header(self, source: Source) -> PackageHeader:
        """Return a package; only its manifest is read."""
        return self._reader.header(self._reader.entry(source, False))

    def add(self, sources: Iterable[Source]) -> None:
        """Add packages; those that an engine refuses are never chosen."""
        for header in map(self.header, sources):
            versions = self._by_name.setdefault(header.id.name, {})
            if header.usable:
                versions[header.id.version] = header

    def chosen(self, entry: Requirement) -> PackageHeader | None:
        """Return the package that a requirement resolves to, None if none fits."""
        versions = self._by_name.get(entry.name, {})
        plugins = [
            version for version, header in versions.items() if header.manifest.extension is not None
        ]
        version = choose_version(entry.name, list(versions), entry.spec, self._quirks, plugins)
        return None if version is None else versions[version]

    def versions(self, name: str) -> list[str]:
        """Return the versions of a package, the highest first; none if there is no such package."""
        return newest_first(list(self._by_name.get(name, ())))


def follow(
    sources: Iterable[Source], at_hand: PackagesAtHand, supply: Supply | None = None
) -> list[Need]:
    """Return what the requirements of packages come to, and those of the packages they come to.

    `supply` is called with what is missing, once for each level of requirements; what it returns is
    added to the packages at hand. The core library needs no entry, and is left out.
    """
    needs: list[Need] = []
    followed: set[Source] = set()
    level = list(map(at_hand.header, sources))
    while level:
        followed |= {header.source for header in level}
        new = [need for header in level for need in _needs(header, at_hand)]
        missing = [need for need in new if need.chosen is None]
        if missing and supply is not None:
            at_hand.add(supply(missing))
            new = [need._replace(chosen=at_hand.chosen(need.requirement)) for need in new]
        needs += new
        chosen = {need.chosen.source: need.chosen for need in new if need.chosen}
        level = [header for source, header in chosen.items() if source not in followed]
    return needs


def _needs(header: PackageHeader, at_hand: PackagesAtHand) -> Iterable[Need]:
    """Yield the requirements of a package; mistakes in them are reported when it is checked."""
    for entry in header.manifest.require:
        is_own = entry.name in {header.id.name, CORE_LIBRARY}
        if is_own or not is_package_name(entry.name) or not is_spec(entry.spec):
            continue
        yield Need(header, entry, at_hand.chosen(entry))
