"""What the codes of diagnostics mean."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from starlette.responses import Response

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.pages import markdown
from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import json_reply


class Explanation(msgspec.Struct):
    """What a code means."""

    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    page: Annotated[str, Doc(description="Markdown: what it means, a bad and a good example")]


class ExplanationQuery(msgspec.Struct, frozen=True):
    """Which code is meant."""

    code: Annotated[str, Doc(description="such as MPL120, in any case", min_length=1)]


async def explanation(call: ApiCall) -> Response:
    """Answer with the page of a code."""
    code = call.parameters.code.upper()
    rule = rules().get(code)
    if rule is None:
        raise ApiError(404, f'there is no diagnostic "{visible(code)}"')
    severity = Severity(rule.severity).value
    return json_reply({"code": code, "name": rule.name, "severity": severity, "page": markdown(code)})


OPERATIONS = (
    Operation(
        "GET",
        "/explanations/{code}",
        "explanations",
        "What a code means",
        explanation,
        (Reply(200, "the page", json_content(Explanation)),),
        ExplanationQuery,
        errors={404: "no such code"},
    ),
)
