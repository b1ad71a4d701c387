"""Object models: rendered, and made from answers to a form."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc, ShownDiagnostic
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Reply, RequestBody, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.media_types import JSON, YAML
from muranopl.interfaces.server.tasks.models import EnteredAnswers, WantedForm, render_form, render_model


class RootClass(msgspec.Struct, frozen=True):
    """Of which class the root of a model is."""

    class_: Annotated[
        str, Doc(description="the class of the root, full.Name/version@package, where its header does not say")
    ] = msgspec.field(default="", name="class")


class FormOfPackage(msgspec.Struct, frozen=True):
    """Whose form is filled in, and how."""

    fqn: Annotated[str, Doc(description="the full name of a package", min_length=1)]
    version: Annotated[str, Doc(description="its version, where there are several with forms")] = ""
    name: Annotated[str, Doc(description="the name of the application: letters, digits, - and _")] = ""
    unrendered: Annotated[bool, Doc(description="the application as the form makes it, with no class applied")] = False


class RenderedModel(msgspec.Struct):
    """A model that loads, complete, and what is to be said of it."""

    model: dict[str, Any]
    diagnostics: list[ShownDiagnostic]


async def render(call: ApiCall) -> Response:
    """Apply the classes to an object model, as loading it at deployment does: checked, converted, completed.

    What keeps it from loading are the diagnostics of the error, each with its place in the model.
    """
    answer = await call.service.work.ask(render_model, call.body, call.parameters.class_ or None, client=call.client)
    return reply_of(answer, call.request)


async def forms(call: ApiCall) -> Response:
    """Fill in the form of a package's UI definition, and render the model that the dashboard would send."""
    asked: FormOfPackage = call.parameters
    package = f"{asked.fqn}/{asked.version}" if asked.version else asked.fqn
    form = WantedForm(package, asked.name or None, asked.unrendered)
    return reply_of(await call.service.work.ask(render_form, call.body, form, client=call.client), call.request)


_REPLY = Reply(200, "the completed model", json_content(RenderedModel), STATE_HEADERS)

OPERATIONS = (
    Operation(
        "POST",
        "/render",
        "models",
        "Render an object model",
        render,
        (_REPLY,),
        RootClass,
        RequestBody((JSON, YAML), dict[str, Any]),
        errors={422: "the model does not load"},
        works=True,
    ),
    Operation(
        "POST",
        "/forms/{fqn}",
        "models",
        "Fill in the form of a package",
        forms,
        (_REPLY,),
        FormOfPackage,
        RequestBody((JSON, YAML), EnteredAnswers),
        errors={404: "no such package, or several", 422: "the answers are refused, or the model does not load"},
        works=True,
    ),
)
