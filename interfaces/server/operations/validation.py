"""Validation of uploaded packages and of those in the catalog."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

import msgspec

import muranopl
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import EVENTS, FORM, JSON
from muranopl.interfaces.server.operations.models import GraphOfModel
from muranopl.interfaces.server.reports import (
    OTHER_REPLIES,
    FormatName,
    OtherReport,
    Texts,
    catalog_report,
)
from muranopl.interfaces.server.response_bodies import ReportBody, doc
from muranopl.interfaces.server.uploaded_packages import (
    ZIPS,
    Binary,
    PackageAndModelForm,
    Upload,
    package_name,
)
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog

GROUP = OperationGroup("validation")
MODEL = "<model>"
Data = dict[str, Any]


class ReportParts(msgspec.Struct, frozen=True):
    """The parts of a report, and its format."""

    sources: Annotated[
        Texts,
        doc(
            "the files whose texts are returned: files with diagnostics, all checked files, or none"
        ),
    ] = "reported"
    graph: Annotated[bool, doc("return the graphs of the classes and of the model")] = False
    format: FormatName = ""


class UploadReportParts(ReportParts, frozen=True):
    """The parts of the report of an upload."""

    name: Annotated[str, doc("the name of the upload in the report; default: its filename")] = ""


class ShownReport(ReportBody):
    """A report, as in `muranopl check --format json`, with additions."""

    model: Annotated[
        dict[str, Any] | None,
        doc("the completed model; null if no model was sent, or it does not load"),
    ]
    sources: NotRequired[Annotated[dict[str, str], doc("texts of files by path")]]
    graph: NotRequired[Annotated[dict[str, Any], doc("as `muranopl graph --format json`")]]
    model_graph: NotRequired[GraphOfModel]


_REPLIES = {JSON: (ShownReport, OtherReport), **OTHER_REPLIES, EVENTS: str}


@GROUP.operation(
    "POST",
    "/validate",
    replies=_REPLIES,
    takes={**dict.fromkeys(ZIPS, Binary), FORM: PackageAndModelForm},
)
def validate(
    served: ServedCatalog, query: UploadReportParts, body: Upload, media: str
) -> TaskAnswer | Data:
    """Check an uploaded package against the served packages, and render an object model, if one is sent.

    The package is a zip: the body, or the part `package` of a form. The part `model` is the model,
    as JSON or YAML. The status is 200 even if the report has errors. A response of type
    `text/event-stream` has events `progress` (`{"done": thousandths}`), then an event `report`, or
    `error` with the body of an error.
    """
    # Model and package are read by name from one mapping, so their names have to differ
    name = package_name(query.name or body.name, (*served.settings.reserved, MODEL))
    models = {} if body.model is None else {MODEL: body.model}
    catalog = served.with_uploads({name: body.package}, models)
    report = catalog.check(
        progress=served.progress, models=list(models), class_configs=served.class_configs()
    )
    return _answer(report, query, media)


@GROUP.operation("GET", "/report", replies=_REPLIES)
def report(served: ServedCatalog, query: ReportParts, media: str) -> TaskAnswer | Data:
    """Check all served packages; the response has the form of that of /validate."""
    return _answer(served.report(), query, media)


def _answer(report: muranopl.Report, query: ReportParts, media: str) -> TaskAnswer | Data:
    data = catalog_report(report).answer(query.sources, query.format, media)
    if isinstance(data, TaskAnswer):
        return data
    data["model"] = next((result.model for result in report.rendered), None)
    if query.graph:
        data["graph"] = report.graph_data()
        for result in report.rendered:
            if result.graph is not None:
                data["model_graph"] = result.graph.to_data()
    return data
