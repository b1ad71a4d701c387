"""Explanations of diagnostic codes."""

from __future__ import annotations

from typing import Annotated, TypedDict

import msgspec
from starlette.responses import Response

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.pages import markdown
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.http.replies import json_reply
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import SeverityName, doc

GROUP = OperationGroup("explanations")


class Explanation(TypedDict):
    """The explanation of a code."""

    code: str
    name: str
    severity: SeverityName
    page: Annotated[str, doc("Markdown: the explanation, a bad and a good example")]


class ExplanationQuery(msgspec.Struct, frozen=True):
    """The code of a diagnostic."""

    code: Annotated[str, doc("such as MPL120; case is ignored", min_length=1)]


@GROUP.operation(
    "GET", "/explanations/{code}", replies={JSON: Explanation}, errors={404: "no such code"}
)
async def explanation(_: ApiCall, query: ExplanationQuery) -> Response:
    """Return the page of a code."""
    # Nothing of the catalog is needed, so no worker is.
    code = query.code.upper()
    rule = rules().get(code)
    if rule is None:
        raise ApiError(404, f'unknown diagnostic "{visible(code)}"')
    severity = Severity(rule.severity).value
    data = {"code": code, "name": rule.name, "severity": severity, "page": markdown(code)}
    return json_reply(data)
