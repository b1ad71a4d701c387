"""Packages checked: uploaded ones, and those that are served."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc, ReportSummary, ShownDiagnostic
from muranopl.interfaces.server.http.errors import response_of
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, RequestBody
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.http.uploads import MODEL_PART, PACKAGE_PART, ZIPS, package_name, read_upload
from muranopl.interfaces.server.media_types import EVENTS, FORM, JSON, SARIF
from muranopl.interfaces.server.tasks.reports import Texts
from muranopl.interfaces.server.tasks.validation import MODEL, WantedReport, check_served, check_upload
from muranopl.interfaces.server.work.messages import Task, TaskAnswer


class ReportParts(msgspec.Struct, frozen=True):
    """What a report is to have."""

    sources: Annotated[
        Texts, Doc(description="the texts of files: of those that are reported, of all that are checked, or of none")
    ] = "reported"
    graph: Annotated[bool, Doc(description="whether the graph of classes is a part")] = False


class UploadReportParts(ReportParts, frozen=True):
    """What the report of an upload is to have."""

    name: Annotated[str, Doc(description="how the upload is called in the report; else by its filename")] = ""


class ShownReport(msgspec.Struct, omit_defaults=True):
    """A report, as `muranopl check --format json` has it, and what goes with it."""

    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary
    model: Annotated[dict[str, Any] | None, Doc(description="the completed model; null without one that loads")]
    sources: Annotated[dict[str, str] | msgspec.UnsetType, Doc(description="texts of files by path")] = msgspec.UNSET
    graph: Annotated[dict[str, Any] | msgspec.UnsetType, Doc(description="as `muranopl graph --format json`")] = (
        msgspec.UNSET
    )


async def validate(call: ApiCall) -> Response:
    """Check a package, which is sent as a zip, against what is served; with a model it is rendered as well.

    The zip is the body, or the part `package` of a form; a part `model` is the model, as JSON or YAML. The status
    is 200 also where the report has errors. As `text/event-stream` there are events `progress` (`{"done":
    thousandths}`), and in the end `report`, or `error` with the body of an error.
    """
    service, asked = call.service, call.parameters
    with service.work.receiving(call.client):
        upload = await read_upload(call.request, service.settings.max_upload, service.settings.max_body)
    name = package_name(asked.name or upload.name, (*service.work.settings.every_path, MODEL))
    return await _report(call, check_upload, name, upload.package, upload.model, _parts(call))


async def report(call: ApiCall) -> Response:
    """Check all packages that are served; the answer is as that of /validate."""
    return await _report(call, check_served, _parts(call), kept=True)


def _parts(call: ApiCall) -> WantedReport:
    return WantedReport(call.parameters.sources, call.parameters.graph, call.media == SARIF)


async def _report(call: ApiCall, task: Task, *arguments: Any, kept: bool = False) -> Response:
    """Answer with what a task reports, told as it comes where events are wanted."""
    work = call.service.work
    if call.media != EVENTS:
        return reply_of(await work.ask(task, *arguments, client=call.client, kept=kept), call.request)
    told = work.stream(task, *arguments, client=call.client, kept=kept)
    first = await anext(told)  # so that a refusal has its status
    grace = call.service.settings.grace
    return EventSourceResponse(_events(first, told), shutdown_grace_period=grace)


async def _events(first: int | TaskAnswer, told: AsyncGenerator[int | TaskAnswer]) -> AsyncIterator[ServerSentEvent]:
    """Yield what is told as events: how far the task is, and its answer or error."""
    async with contextlib.aclosing(told):
        current = first
        try:
            while isinstance(current, int):
                yield _event("progress", msgspec.json.encode({"done": current}))
                current = await anext(told)
        except Exception as error:
            yield _event("error", bytes(response_of(error).body))
            return
        yield _event("report" if current.status == 200 else "error", current.body)


def _event(name: str, data: bytes) -> ServerSentEvent:
    return ServerSentEvent(data.decode().rstrip(), event=name)


_REPORT = Reply(
    200,
    "the report",
    (BodyContent(JSON, ShownReport), BodyContent(SARIF, {"type": "object"}), BodyContent(EVENTS, {"type": "string"})),
    STATE_HEADERS,
)
_BINARY = {"type": "string", "format": "binary"}
_FORM = {
    "type": "object",
    "properties": {
        PACKAGE_PART: {**_BINARY, "description": "the zip, with a filename"},
        MODEL_PART: {"description": "an object model, JSON or YAML"},  # whatever it is, a form has it as a text
    },
    "required": [PACKAGE_PART],
    "additionalProperties": False,
}

OPERATIONS = (
    Operation(
        "POST",
        "/validate",
        "validation",
        "Check a package that is uploaded",
        validate,
        (_REPORT,),
        UploadReportParts,
        RequestBody((*ZIPS, FORM), schemas={**dict.fromkeys(ZIPS, _BINARY), FORM: _FORM}, upload=True),
        works=True,
    ),
    Operation(
        "GET",
        "/report",
        "validation",
        "Check all that is served",
        report,
        (_REPORT,),
        ReportParts,
        works=True,
    ),
)
