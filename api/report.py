"""The report of a check, as the library returns it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from muranopl import arguments
from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, Severity
from muranopl.diagnostics.formats.context import (
    ReportContext,
    counted,
    summarize,
    tally,
)

if TYPE_CHECKING:
    from muranopl.graph.shown_classes import ShownClasses
    from muranopl.phases.results import PhaseResults
    from muranopl.read.index import PackageEntry, PackageIndex


class PackageInfo(NamedTuple):
    """A checked package: full name, version as in the engine, format, type, and manifest.

    `file` and `path` are as in a `Diagnostic`.
    """

    name: str
    version: str
    format: str
    type: str
    file: str
    path: str


class Report:
    """The results of a check. Immutable.

    `diagnostics` are sorted by file, position and code. `graph` and the dumps need the phases they
    show: with `stop_after` they raise UsageError; if the result came from a cache, the phases run
    for them.
    """

    def __init__(
        self,
        diagnostics: tuple[Diagnostic, ...],
        index: PackageIndex,
        phases: Callable[[], PhaseResults],
    ) -> None:
        self.diagnostics = diagnostics
        self._index = index
        self._phases = phases

    def __repr__(self) -> str:
        summary = summarize(self.diagnostics, ReportContext(self.packages))
        return f"<muranopl.Report: {tally(summary) or 'no diagnostics'} in {counted(summary.packages, 'package')}>"

    @functools.cached_property
    def _results(self) -> PhaseResults:
        return self._phases()

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not any(
            diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics
        )

    @property
    def packages(self) -> tuple[PackageInfo, ...]:
        """The checked packages, sorted, without those that were only required."""
        return tuple(sorted(map(_package, self._index.targets)))

    @property
    def graph(self) -> Any:
        """All types as a `networkx.DiGraph`.

        Nodes are type ids, edges lead from a class to its parents.
        """
        self._results.require(Phase.HIERARCHY)
        return self._results.hierarchy.graph

    def dump(
        self,
        phase: str | int | Phase,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> dict[str, Any]:
        """Return the result of a phase (its name, or 1 to 5) as plain data, for inspection.

        It covers the checked packages. `classes` and `packages` choose others, or a part of them,
        by full name or by the end of one, among all that were read; `everything` chooses all of
        these.
        """
        from muranopl.graph.dumps.dump import dump  # few callers want it

        chosen = arguments.phase(phase)
        self._results.require(chosen)
        return dump(self._results, chosen, self._shown(classes, packages, everything))

    def graph_data(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> dict[str, Any]:
        """Return the resolved class graph as plain data; `graph/graph.schema.json` is its schema.

        It covers what `dump` would, with all ancestors of these classes, and so do `dot` and
        `mermaid`.
        """
        from muranopl.graph.formats import graph_data

        self._results.require(Phase.INHERIT)
        return graph_data(self._results, self._shown(classes, packages, everything))

    def dot(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """Return the class graph for Graphviz."""
        from muranopl.graph.formats import dot

        self._results.require(Phase.HIERARCHY)
        return dot(self._results, self._shown(classes, packages, everything))

    def mermaid(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """Return the class graph as a Mermaid class diagram."""
        from muranopl.graph.formats import mermaid

        self._results.require(Phase.HIERARCHY)
        return mermaid(self._results, self._shown(classes, packages, everything))

    def _shown(
        self, classes: object, packages: object, everything: bool
    ) -> ShownClasses:
        from muranopl.graph.shown_classes import Wanted, select

        names = (
            arguments.names(classes, "classes"),
            arguments.names(packages, "packages"),
        )
        return select(self._results, Wanted(*names, bool(everything)))


def checked_entries(report: Report) -> tuple[PackageEntry, ...]:
    """Return the index entries of the checked packages. Not part of the public library."""
    return report._index.targets


def _package(entry: PackageEntry) -> PackageInfo:
    summary, manifest = entry.summary, entry.source.file(MANIFEST)
    return PackageInfo(
        entry.name,
        summary.version,
        summary.format,
        summary.type,
        manifest.path,
        manifest.location,
    )
