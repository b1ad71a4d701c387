"""Defines the report of a check, as the library returns it.

Graphs, dumps and documents are computed when they are asked for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.diagnostics import arguments
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, errors_of
from muranopl.diagnostics.formats import FORMATS, render
from muranopl.diagnostics.formats.context import ReportContext, closing, counted, summarize, tally
from muranopl.diagnostics.places import File
from muranopl.diagnostics.visible import visible
from muranopl.phases.reuse.one_run import run_all

if TYPE_CHECKING:
    import networkx

    from muranopl.diagnostics.suppressions.baseline import Gone
    from muranopl.execution.running.rendering import RenderResult
    from muranopl.phases.job import Job
    from muranopl.phases.results import PhaseResults
    from muranopl.phases.reuse.cache import Cache
    from muranopl.read.index import PackageEntry, PackageIndex
    from muranopl.views.graph.package_graph import PackageGraph
    from muranopl.views.graph.package_statistics import PackageStatistics
    from muranopl.views.graph.shown_classes import ShownClasses


_TEXTS = "texts"


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


RunAll = Callable[["Job", Phase], "PhaseResults"]
"""Returns the results of the phases over the packages of a job, up to one of them."""


class PhaseRun(msgspec.Struct, eq=False, dict=True):
    """The phases of a check; they run again if the check did not need their results.

    `again` is the function for that, in place of a new run. Pickled, it leaves the results, the
    cache and this function behind.
    """

    job: Job
    stop_after: Phase
    cache: Cache | None = None
    known: PhaseResults | None = None
    again: RunAll | None = None

    def __reduce__(self) -> tuple[type[PhaseRun], tuple[Job, Phase]]:
        return PhaseRun, (self.job, self.stop_after)

    @functools.cached_property
    def results(self) -> PhaseResults:
        """The results of the phases."""
        if self.known is not None:
            return self.known
        if self.again is not None:
            return self.again(self.job, self.stop_after)
        return run_all(self.job, self.cache, self.stop_after)


class Report:
    """The immutable results of a check.

    `diagnostics` are sorted by file, position and code, those of models after those of packages.
    `rendered` has the result of each model that was checked with them, and `suppressed` is the
    number of diagnostics that comments suppress. `known` is the number of those that a baseline has,
    which are left out, and `gone` are those of it that are reported no more. `graph` and the dumps need
    the phases they show: with `stop_after` they raise UsageError; if the result came from a cache,
    the phases run for them.

    A report can be pickled, with the texts of the files that its diagnostics refer to.
    """

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic],
        index: PackageIndex,
        phases: PhaseRun,
        rendered: Iterable[RenderResult] = (),
        version: str = "",
        *,
        suppressed: int = 0,
        known: int = 0,
        gone: tuple[Gone, ...] = (),
    ) -> None:
        self.rendered = tuple(rendered)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        self.suppressed = suppressed
        self.known = known
        self.gone = gone
        self._index = index
        self._phases = phases
        self._version = version

    def __repr__(self) -> str:
        summary = summarize(self.diagnostics, ReportContext(self.packages))
        return f"<muranopl.Report: {tally(summary) or 'no diagnostics'} in {counted(summary.packages, 'package')}>"

    def __getstate__(self) -> dict[str, Any]:
        # Files are pickled without their texts, which would be there once for each diagnostic.
        texts = {file: file.text for file in self._files()}
        state = {**self.__dict__, _TEXTS: texts}
        state.pop("graph", None)  # it is made again of the files
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        texts = state.pop(_TEXTS)
        self.__dict__.update(state)
        for file in self._files():
            file.text = texts[file]

    def _files(self) -> Iterator[File]:
        for diagnostic in self.diagnostics:
            yield diagnostic.place.file
            for related in diagnostic.related:
                yield related.place.file
            for fix in diagnostic.fixes:
                for edit in fix.edits:
                    yield edit.place.file

    @property
    def _results(self) -> PhaseResults:
        return self._phases.results

    def __bool__(self) -> bool:
        return self.ok

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not errors_of(self.diagnostics)

    @property
    def packages(self) -> tuple[PackageInfo, ...]:
        """The checked packages, sorted, without those that were only required."""
        return tuple(sorted(map(_package, self._index.targets)))

    def render(
        self,
        format: str = "text",  # noqa: A002 - named like the option
        *,
        color: bool = False,
        width: int = 120,
    ) -> str:
        """Return the report in a format, as `muranopl check --format` writes it.

        `color` asks for the colours of terminals, and `width` is the number of columns; both are
        for text. Raise UsageError for an unknown format.
        """
        name = arguments.one_of(format, FORMATS, "format")
        columns = arguments.positive(width, "width")
        return render(name, self.diagnostics, self._context(bool(color), columns))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, as the format `json` has it.

        Its schema is `diagnostics/formats/report.schema.json`.
        """
        from muranopl.diagnostics.formats.report_data import (  # few ask for it
            report_data,
        )

        return report_data(self.diagnostics, self._context())

    def _context(self, color: bool = False, width: int = 120) -> ReportContext:
        return ReportContext(
            self.packages,
            color=color,
            width=width,
            version=self._version,
            models=len(self.rendered),
            suppressed=self.suppressed,
            known=self.known,
        )

    def _repr_html_(self) -> str:
        """Return the report as notebooks show it: a table with a row for each diagnostic."""
        rows = [_row(diagnostic) for diagnostic in self.diagnostics]
        caption = closing(self.diagnostics, self._context())
        return f"<table><caption>{caption}</caption>{''.join(rows)}</table>"

    @functools.cached_property
    def graph(self) -> networkx.MultiDiGraph[str]:
        """All classes and their members, as `graphml` writes them.

        Nodes are texts: "full.Name/version" of a class, followed by ":name" for a property and
        ":name()" for a method of it, where they are declared. Attributes are those of `graph_data`
        that have a value, as `networkx.write_graphml` and `json` can hold them: what is not a
        scalar is JSON in a text. `kind` is "class", "property" or "method", and `incomplete` says
        that a class has an unknown ancestor. The
        `kind` of an edge says what it is: a class "extends" its parents, in the order of
        `position`, and "imports" classes; a "member" belongs to its class; it "overrides" that of
        another class; and a "contract" or a "meta" object of either, or of an `argument` of a
        method, leads to a class. No edge leads from a class to its members, so that the graph has
        circles only where errors are reported.
        """
        from muranopl.views.graph.network import class_network  # few callers want it

        self._results.require(Phase.HIERARCHY)
        return class_network(self._results, sorted(self._results.hierarchy.nodes))

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
        these. The dump of the last phase has the rendered models as well.
        `views/dumps/dump.schema.json` is the schema of dumps.
        """
        from muranopl.views.dumps.dump import dump  # few callers want it

        chosen = arguments.phase(phase)
        shown = self._shown(chosen, classes, packages, everything)
        models = ((result.model, result.graph) for result in self.rendered)
        return dump(self._results, chosen, shown, models)

    def graph_data(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> dict[str, Any]:
        """Return the resolved class graph as plain data; `views/graph/graph.schema.json` is its schema.

        It covers what `dump` would, with all ancestors of these classes, and so do `graphml`,
        `dot` and `mermaid`.
        """
        from muranopl.views.graph.formats import graph_data

        shown = self._shown(Phase.INHERIT, classes, packages, everything)
        return graph_data(self._results, shown)

    def graphml(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """Return the class graph as GraphML, which networkx, Gephi and yEd read.

        Nodes and edges have what `graph_data` has; what is not a scalar is JSON.
        """
        from muranopl.views.graph.formats import class_graphml

        shown = self._shown(Phase.INHERIT, classes, packages, everything)
        return class_graphml(self._results, shown)

    def dot(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """Return the class graph for Graphviz."""
        from muranopl.views.graph.formats import dot

        shown = self._shown(Phase.HIERARCHY, classes, packages, everything)
        return dot(self._results, shown)

    def mermaid(
        self,
        *,
        classes: str | Iterable[str] = (),
        packages: str | Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """Return the class graph as a Mermaid class diagram."""
        from muranopl.views.graph.formats import mermaid

        shown = self._shown(Phase.HIERARCHY, classes, packages, everything)
        return mermaid(self._results, shown)

    @property
    def package_graph(self) -> PackageGraph:
        """The checked packages and those that they require, directly or not."""
        from muranopl.views.graph.package_graph import package_graph

        self._results.require(Phase.NAMESPACE)
        return package_graph(self._results)

    def statistics(self) -> tuple[PackageStatistics, ...]:
        """Return how much is in each checked package, and what is reported about it."""
        from muranopl.views.graph.package_statistics import package_statistics

        self._results.require(Phase.NAMESPACE)
        return tuple(package_statistics(self._results, self.diagnostics))

    def documents(
        self,
        format: str = "markdown",  # noqa: A002 - named like the option
        *,
        index: bool = True,
    ) -> dict[str, str]:
        """Return a document of each checked package, and an index of them, by file names.

        A package is called `full.Name.md`, or `full.Name-VERSION.md` if there are several versions
        of it or names that differ only in case; the `index`, if there is to be one, `index.md`. In
        the format "html" they are pages that end in `.html`; this needs the extra `muranopl[html]`.
        """
        from muranopl.views.documents.packages import FORMATS, documents

        self._results.require(Phase.INHERIT)
        chosen = arguments.one_of(format, FORMATS, "format")
        graph = self.package_graph
        return documents(self._results, graph, chosen, has_index=bool(index))

    def _shown(
        self, phase: Phase, classes: object, packages: object, everything: bool
    ) -> ShownClasses:
        """Return what is to be shown. Raise UsageError, also if the phase did not run."""
        from muranopl.views.graph.shown_classes import Wanted, select

        self._results.require(phase)
        names = (arguments.names(classes, "classes"), arguments.names(packages, "packages"))
        return select(self._results, Wanted(*names, bool(everything)))


def _row(diagnostic: Diagnostic) -> str:
    # Only notebooks need it
    from html import escape

    place = diagnostic.place
    where = f"{place.file.address}:{place.line}:{place.column}"
    message = ": ".join(filter(None, (diagnostic.message, diagnostic.suggestion)))
    cells = (diagnostic.severity.value, diagnostic.code, where, message)
    return f"<tr>{''.join(f'<td>{escape(visible(cell))}</td>' for cell in cells)}</tr>"


def checked_entries(report: Report) -> tuple[PackageEntry, ...]:
    """Return the index entries of the checked packages. Not part of the public library."""
    return report._index.targets


def _package(entry: PackageEntry) -> PackageInfo:
    summary, manifest = entry.summary, entry.source.file(MANIFEST)
    return PackageInfo(
        entry.name, summary.version, summary.format, summary.type, manifest.path, manifest.location
    )
