"""Reports classes of one name in several packages: an upload refuses all but the first.

This is decided from manifests alone, for all packages at hand at once: cached results and shards
know only a package and what it requires (reference: rest-api, upload; muranopl.txt, Class name).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.read.index import PackageEntry, PackageIndex

if TYPE_CHECKING:
    # A check whose results are cached reads no package
    from muranopl.read.package import PackageHeader


def report_clashes(index: PackageIndex, max_per_code: int | None) -> list[Diagnostic]:
    """Return an error for every class of the targets that another package has before.

    Libraries come before targets, and otherwise names of packages decide. Versions of one package
    are no clash, and classes of the core library are reported where they are declared.
    """
    clashing = _clashing(index)
    if not clashing:
        return []
    from muranopl.read.reader import PackageReader  # few catalogs have clashes

    targets = frozenset(index.targets)
    reader = PackageReader()
    findings: dict[PackageEntry, Findings] = {}
    for name, entries in clashing.items():
        ordered = sorted(entries, key=lambda entry: (entry in targets, entry.name))
        for position, entry in enumerate(ordered):
            earlier = (other for other in ordered[:position] if other.name != entry.name)
            first = next(earlier, None)
            if first is None or entry not in targets:
                continue
            header = reader.header(first)
            own = findings.setdefault(entry, Findings(entry.name, max_per_code))
            own.report(
                rules.CLASS_IN_TWO_PACKAGES,
                _listed_at(reader.header(entry), name),
                name=name,
                package=header.id,
                related=(Related("the other one", _listed_at(header, name)),),
            )
    return [item for own in findings.values() for item in own.diagnostics]


def _clashing(index: PackageIndex) -> dict[str, list[PackageEntry]]:
    """Return the packages of each class that packages of different names have."""
    first: dict[str, PackageEntry] = {}
    names: set[str] = set()
    at_hand = [
        entry
        for entry in (*index.targets, *index.libraries, *index.further)
        if entry.name != CORE_LIBRARY
    ]
    for entry in at_hand:
        for name in entry.summary.classes:
            if first.setdefault(name, entry).name != entry.name:
                names.add(name)
    result: dict[str, list[PackageEntry]] = {name: [] for name in sorted(names)}
    # Few catalogs have clashes: without any, the classes are not gone through again
    for entry in at_hand if names else ():
        for name in names.intersection(entry.summary.classes):
            result[name].append(entry)
    return result


def _listed_at(header: PackageHeader, name: str) -> Place:
    """Return the place of a class in the manifest that lists it."""
    listed = header.manifest.classes or ()
    return next((entry.name_node.place for entry in listed if entry.name == name), header.place)
