"""Packages checked: uploaded ones, and those that are served."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import muranopl
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.interfaces.server.bodies import diagnostics_data, error_bytes, json_bytes
from muranopl.interfaces.server.media_types import SARIF
from muranopl.interfaces.server.tasks.reports import Texts, report_data, reported_texts
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog

MODEL = "<model>"


class WantedReport(msgspec.Struct, frozen=True):
    """What a report is to have: the texts of which files, the graph of classes; or all that SARIF has."""

    texts: Texts = "reported"
    graph: bool = False
    sarif: bool = False


def check_upload(
    served: ServedCatalog, name: str, package: bytes, model: bytes | None, wanted: WantedReport
) -> TaskAnswer:
    """Return the report of a package, with what becomes of an object model that comes with it."""
    catalog = served.with_uploads({name: package}, {} if model is None else {MODEL: model})
    report = catalog.check(progress=served.progress)
    if model is None:
        return _answer(report, wanted)
    try:
        return _answer(report, wanted, catalog.render(MODEL, class_configs=served.class_configs()))
    except muranopl.UsageError as error:
        return TaskAnswer(400, error_bytes(400, error.problem))


def check_served(served: ServedCatalog, wanted: WantedReport) -> TaskAnswer:
    """Return the report of all that is served."""
    return _answer(served.report(), wanted)


def _answer(report: muranopl.Report, wanted: WantedReport, rendered: muranopl.RenderResult | None = None) -> TaskAnswer:
    of_model = () if rendered is None else rendered.diagnostics
    if wanted.sarif:
        context = ReportContext(report.packages, version=muranopl.__version__, models=0 if rendered is None else 1)
        return TaskAnswer(200, render("sarif", (*report.diagnostics, *of_model), context).encode(), SARIF)
    made = report_data(report, wanted.texts)
    if rendered is not None:
        made["diagnostics"] += diagnostics_data(of_model)
        for each in of_model:
            made["summary"][f"{each.severity.value}s"] += each.left_out or 1
        if wanted.texts != "none":
            made["sources"].update(reported_texts(of_model))
    made["model"] = None if rendered is None else rendered.model
    if wanted.graph:
        made["graph"] = report.graph_data()
    return TaskAnswer(200, json_bytes(made))
