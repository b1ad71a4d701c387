"""Rendering of object models, from files, data or forms, against installed packages."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from muranopl.ard.model_path import ROOT
from muranopl.ard.nodes import Node
from muranopl.ard.sources.file_names import as_text
from muranopl.diagnostics.catalogue.answers import NO_FORM
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import ReportContext, summarize, tally
from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.usage import UsageError
from muranopl.execution.rendering import render_model
from muranopl.inputs import Inputs
from muranopl.opening import Installed
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package
from muranopl.read.packages import ui_file
from muranopl.render.node_data import data_of
from muranopl.render.type_sources import InstalledPackages
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.simulation.offline import offline

if TYPE_CHECKING:
    from muranopl.render.form.model import Filled

Model = str | Mapping[str, Any]

DATA = "<model>"
"""The name of a model that is not in a file, in diagnostics."""
ANSWERS = "<answers>"
PARAMETERS = "<parameters>"


class RenderResult(NamedTuple):
    """A rendered object model.

    `model` is the model as plain data, complete: every property of every object has its value,
    converted and with defaults filled in, every object its id and its class with version and
    package. It is None if the model does not load. `diagnostics` are sorted by file, position and
    code.
    """

    model: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    def __repr__(self) -> str:
        loads = "loads" if self.model is not None else "does not load"
        result = tally(summarize(self.diagnostics, ReportContext())) or "no diagnostics"
        return f"<muranopl.RenderResult: the model {loads}, {result}>"


def render(
    installed: Installed,
    findings: Findings,
    quirks: frozenset[Quirk],
    model: Model,
    class_: str | None,
    *,
    configs: str | None,
    streams: Mapping[str, bytes],
) -> RenderResult:
    """Return the rendering of a model; see `muranopl.Catalog.render`.

    Diagnostics are added to `findings`; `streams` maps paths that are not files to their bytes.
    """
    rendering = _Rendering(installed, findings, quirks, configs, streams)

    def make() -> dict[str, Any] | None:
        node = rendering.read(model, DATA)
        return None if node is None else rendering.loaded(node, class_)

    return rendering.run(make, model, DATA)


class FormAnswers(NamedTuple):
    """Answers to the form of a package; see `muranopl.Catalog.render_form`."""

    answers: Model
    parameters: Model | None = None
    name: str | None = None
    unrendered: bool = False


def render_form(
    installed: Installed,
    findings: Findings,
    quirks: frozenset[Quirk],
    package: Package,
    given: FormAnswers,
    *,
    configs: str | None,
    streams: Mapping[str, bytes],
) -> RenderResult:
    """Return the rendering of the object model that the dashboard would send for some answers.

    See `render`.
    """
    rendering = _Rendering(installed, findings, quirks, configs, streams)

    def make() -> dict[str, Any] | None:
        filled = _filled(package, given, rendering)
        if filled is None:
            return None
        return (
            rendering.plain(filled.application)
            if given.unrendered
            else rendering.loaded(filled.environment)
        )

    return rendering.run(make, given.answers, ANSWERS)


def with_form(
    results: PhaseResults, own: Callable[[], Collection[str]], name: str | None
) -> Package:
    """Return the package of a name, or the only one at the locations `own` with forms.

    Raise UsageError.
    """
    if name is not None:
        usable = [target for target in results.read.targets if target.header.usable]
        wanted = [item for item in usable if name in {item.id.name, str(item.id)}]
    else:
        locations = own()
        wanted = [
            target for target in results.read.targets if target.header.source.location in locations
        ]
    if not wanted:
        raise UsageError(f'there is no package "{visible(name or "")}"', "package")
    forms = [item for item in wanted if item.ui is not None]
    if len(wanted) == 1 or len(forms) == 1:
        return (forms or wanted)[0]
    result = forms or wanted
    ids = ", ".join(visible(str(item.id)) for item in result[:3])
    ids += f" and {len(result) - 3:,} more" if len(result) > 3 else ""
    if not forms:
        raise UsageError(f"none of these {len(wanted):,} packages has forms: {ids}")
    if name is not None:
        raise UsageError(
            f"there are {len(forms):,} versions with forms, {ids}: write name/version", "package"
        )
    raise UsageError(
        f"there are {len(forms):,} packages with forms, {ids}: give one of them alone, or name it"
    )


def _filled(package: Package, given: FormAnswers, rendering: _Rendering) -> Filled | None:
    from muranopl.render.form.model import FormQuery, fill_in  # which imports yaql

    findings, definition = rendering.findings, package.ui
    answers = rendering.read(given.answers, ANSWERS, "answers")
    has_parameters = given.parameters is not None
    parameters = (
        None
        if given.parameters is None
        else rendering.read(given.parameters, PARAMETERS, "parameters")
    )
    header, path = package.header, ui_file(package.header)
    files = {header.source.file(path)} if path is not None else set()
    if not header.usable:
        files.add(header.file)
    wrong = [
        diagnostic
        for diagnostic in package.diagnostics
        if diagnostic.severity is Severity.ERROR and diagnostic.place.file in files
    ]
    findings.take(wrong)
    if definition is None and not wrong:
        problem = "has no UI definition, so there is no form to answer"
        findings.report(NO_FORM, header.place, package=package.id.name, problem=problem)
    if definition is None or wrong or answers is None or (parameters is None and has_parameters):
        return None
    return fill_in(definition, FormQuery(package, answers, parameters, given.name), findings)


class _Rendering(Inputs, frozen=True):
    """The settings of rendering."""

    def loaded(self, node: Node, class_: str | None = None) -> dict[str, Any] | None:
        """Return a complete model; see `render_model`."""
        results = self.installed.results
        installed = InstalledPackages(results.names, results.diagnostics, self.quirks)
        return render_model(node, installed, self.findings, class_, self.configs, offline())

    def plain(self, node: Node) -> dict[str, Any] | None:
        """Return a model as it is; None after a report."""
        try:
            result: dict[str, Any] = data_of(node)
        except EvaluationError as error:
            self.findings.report(BAD_HEADER, node.head.place, path=ROOT, problem=str(error))
            return None
        return result

    def run(
        self, make: Callable[[], dict[str, Any] | None], given: Model, name: str
    ) -> RenderResult:
        """Return the result of `make`, unless there are errors.

        `given` is the model or the answers of the user.
        """
        rendered, findings = None, self.findings
        findings.take(self.installed.empty)
        try:
            started, before = time.perf_counter(), findings.count
            rendered = make()
            result = findings.count - before
            log_info(
                "muranopl.rendering",
                "model: %.3f s, %d diagnostics",
                time.perf_counter() - started,
                result,
            )
        except Exception as error:
            file = File(as_text(given) if isinstance(given, str) else name, "")
            report_internal_error(error, "object model", Place(file), findings)
        if not findings.errors:
            return RenderResult(rendered, findings.in_order())
        self.installed.explain(findings)
        internal = (
            diagnostic
            for diagnostic in self.installed.results.diagnostics
            if diagnostic.is_internal
        )
        return RenderResult(
            None, tuple(sorted((*findings.diagnostics, *internal), key=Diagnostic.sort_key))
        )
