"""Results of packages: what a check finds out about each."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.first_of_each import bounded
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.suppressions.comments import Suppression
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.read.index import PackageEntry, PackageIndex

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults  # not if all results are cached


class PackageResult(msgspec.Struct, array_like=True, tag=0):
    """The sorted diagnostics of a package; the available packages it requires, and where.

    `suppressions` are comments that are applied to the diagnostics of a report: the diagnostics here
    are the same with other settings.
    """

    diagnostics: tuple[Diagnostic, ...]
    requires: tuple[tuple[str, Place], ...]
    suppressions: tuple[Suppression, ...] = ()


def by_package(
    results: PhaseResults, index: PackageIndex, wanted: Collection[str], max_per_code: int | None
) -> dict[PackageEntry, PackageResult]:
    """Return the results of the packages of the wanted names."""
    files = FileIndex(index)
    diagnostics: dict[PackageEntry, list[Diagnostic]] = {}
    for diagnostic in results.diagnostics:
        diagnostics.setdefault(files.owner(diagnostic.place.file), []).append(diagnostic)
    result: dict[PackageEntry, PackageResult] = {}
    for package in results.read.packages:
        entry = files.owner(package.header.file)
        if entry.name in wanted:
            own = sorted(bounded(diagnostics.get(entry, ()), max_per_code), key=Diagnostic.sort_key)
            result[entry] = PackageResult(
                tuple(own), results.requires(package.id), package.suppressions
            )
    return result
