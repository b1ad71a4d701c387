"""Defines the result of a package and its exports, as records: what a check finds out about each.

`packages` looks them up; `phases/results.py` has the results of the phases.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import bounded
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.suppressions.comments import Suppression
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.bodies.class_facts import Calls

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults  # not if all results are cached


class PackageResult(msgspec.Struct, array_like=True):
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


class Export(msgspec.Struct, frozen=True, array_like=True):
    """The exports of a package: their hash, records of its `PackageFacts`, its `foreign_names`.

    The hash is empty if nothing is recorded. A record of `called` takes a tenth of the memory of
    `calls` (1.4, not 14 KB).
    """

    key: bytes
    called: msgspec.Raw = msgspec.Raw(b"\x80")
    classes: msgspec.Raw = msgspec.Raw(b"\x90")
    names: frozenset[str] = frozenset()

    @property
    def calls(self) -> Calls:
        """The calls in the code of its methods."""
        return _CALLS.decode(self.called)

    def alone(self) -> Export:
        """Return a copy that does not keep the decoded message in memory."""
        return Export(self.key, self.called.copy(), self.classes.copy(), self.names)


_CALLS = msgspec.msgpack.Decoder(dict[str, frozenset[str]])
