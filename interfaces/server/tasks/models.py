"""Object models: rendered, and made from answers to a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import Doc, diagnostics_data, error_bytes, json_bytes
from muranopl.interfaces.server.request_bodies import RequestText, decode
from muranopl.interfaces.server.tasks.failures import answering, failure
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog


class EnteredAnswers(msgspec.Struct, frozen=True):
    """What is entered in a form, and what its ParametersSource returns, which is not run."""

    answers: Annotated[dict[str, Any], Doc(description="form: {field: value}")] = {}
    parameters: dict[str, Any] | None = None


class WantedForm(msgspec.Struct, frozen=True):
    """Which form is filled in, and how, as `muranopl.Catalog.render_form` takes it."""

    package: str
    name: str | None
    unrendered: bool


@answering
def render_model(served: ServedCatalog, body: RequestText, class_: str | None) -> TaskAnswer:
    """Return a model with its classes applied."""
    model = decode(body, dict[str, Any])
    return _rendered(served.catalog.render(model, class_, class_configs=served.class_configs()))


@answering
def render_form(served: ServedCatalog, body: RequestText, form: WantedForm) -> TaskAnswer:
    """Return the model that the form of a package makes of answers."""
    given = decode(body, EnteredAnswers)
    try:
        result = served.catalog.render_form(
            form.package,
            given.answers,
            name=form.name,
            parameters=given.parameters,
            unrendered=form.unrendered,
            class_configs=served.class_configs(),
        )
    except muranopl.UsageError as error:
        return failure(404 if error.argument == "package" else 400, error.problem)
    return _rendered(result)


def _rendered(result: muranopl.RenderResult) -> TaskAnswer:
    if result.model is None:
        return TaskAnswer(422, error_bytes(422, "the model does not load", result.diagnostics))
    return TaskAnswer(200, json_bytes({"model": result.model, "diagnostics": diagnostics_data(result.diagnostics)}))
