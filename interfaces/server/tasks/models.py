"""Object models: rendered, and made from answers to a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import diagnostics_data, error_bytes, json_bytes
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog


class FilledForm(msgspec.Struct, frozen=True):
    """A form and the answers to it, as `muranopl.Catalog.render_form` takes it."""

    package: str
    answers: dict[str, Any]
    parameters: dict[str, Any] | None
    name: str | None
    unrendered: bool


def render_model(served: ServedCatalog, model: dict[str, Any], class_: str | None) -> TaskAnswer:
    """Return a model with its classes applied."""
    return _rendered(served.catalog.render(model, class_, class_configs=served.class_configs()))


def render_form(served: ServedCatalog, form: FilledForm) -> TaskAnswer:
    """Return the model that the form of a package makes of answers."""
    try:
        result = served.catalog.render_form(
            form.package,
            form.answers,
            name=form.name,
            parameters=form.parameters,
            unrendered=form.unrendered,
            class_configs=served.class_configs(),
        )
    except muranopl.UsageError as error:
        status = 404 if error.argument == "package" else 400
        return TaskAnswer(status, error_bytes(status, error.problem))
    return _rendered(result)


def _rendered(result: muranopl.RenderResult) -> TaskAnswer:
    if result.model is None:
        return TaskAnswer(422, error_bytes(422, "the model does not load", result.diagnostics))
    return TaskAnswer(200, json_bytes({"model": result.model, "diagnostics": diagnostics_data(result.diagnostics)}))
