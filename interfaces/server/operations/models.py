"""Object models: rendering, and creation from answers to a form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec

import muranopl
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import JSON, YAML, ZIP
from muranopl.interfaces.server.response_bodies import (
    PackageName,
    ShownDiagnostic,
    doc,
    shown_diagnostics,
)
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.writing.packing.archive import archive

GROUP = OperationGroup("models", of_uploads=True)
WithGraph = Annotated[bool, doc("whether the graph of the objects is a part")]
GraphOfModel = Annotated[dict[str, Any], doc("as `muranopl graph --model MODEL --format json`")]


class RenderQuery(msgspec.Struct, frozen=True):
    """The class of the root of a model, and what is returned."""

    class_: Annotated[
        str, doc("the class of the root, full.Name/version@package, if its header has none")
    ] = msgspec.field(default="", name="class")
    graph: WithGraph = True


class ExportQuery(msgspec.Struct, frozen=True):
    """How the plans of servers are exported."""

    user_data: Annotated[
        bool, doc("put plans that need nothing of another server into the user data of servers")
    ] = False


class OnePackage(msgspec.Struct, frozen=True):
    """The package with the form."""

    fqn: PackageName
    version: Annotated[str, doc("its version, needed if several versions have forms")] = ""


class FormOfPackage(OnePackage, frozen=True):
    """The package with the form, and the contents of the response."""

    name: Annotated[str, doc("the name of the application: letters, digits, - and _")] = ""
    unrendered: Annotated[
        bool, doc("return the application as the form creates it, without rendering it")
    ] = False
    graph: WithGraph = True


class EnteredAnswers(msgspec.Struct, frozen=True):
    """The answers to a form, and the result of its ParametersSource, which is not run."""

    answers: Annotated[dict[str, Any], doc("form: {field: value}")] = {}
    parameters: dict[str, Any] | None = None


class RenderedModel(TypedDict):
    """A completed model, and its diagnostics."""

    model: dict[str, Any]
    diagnostics: list[ShownDiagnostic]
    graph: NotRequired[GraphOfModel]


class ShownPage(TypedDict):
    """A page of a form."""

    name: Annotated[str, doc("the name of the form, and the key of its answers")]
    schema: Annotated[
        dict[str, Any],
        doc(
            "a JSON schema of the answers (draft 4), with title, description, helpText, visible,"
            " default and enumNames for controls"
        ),
    ]


class ShownPages(TypedDict):
    """The pages of a form for given answers."""

    pages: list[ShownPage]
    application: Annotated[
        str | None, doc("the class of the created object; null if an expression computes it")
    ]
    diagnostics: Annotated[list[ShownDiagnostic], doc("about the answers and missing answers")]


@GROUP.operation("POST", "/render", takes=(JSON, YAML), errors={422: "the model does not load"})
def render(served: ServedCatalog, query: RenderQuery, body: dict[str, Any]) -> RenderedModel:
    """Render an object model.

    The model is checked, converted and completed, as a deployment does when it loads the model. If
    the model does not load, the diagnostics of the error have places in the model.
    """
    result = served.catalog.render(body, query.class_ or None, class_configs=served.class_configs())
    return _rendered(result, with_graph=query.graph)


@GROUP.operation(
    "POST",
    "/export",
    takes=(JSON, YAML),
    replies={ZIP: Any},
    errors={422: "the model does not load, or the deployment fails"},
)
def export(served: ServedCatalog, query: ExportQuery, body: dict[str, Any]) -> TaskAnswer:
    """Return what deploying a model makes of a cloud as a zip of files that need no Murano.

    The deployment is simulated; the core library of the service needs its bodies.
    """
    configs = served.class_configs()
    result = served.catalog.export(body, user_data=query.user_data, class_configs=configs)
    if result.failed:
        raise ApiError(422, "the deployment fails", result.diagnostics)
    contents = {
        path: content if isinstance(content, bytes) else content.encode()
        for path, content in result.files.items()
    }
    return TaskAnswer(200, archive(contents, compress=True, executable=".sh"), ZIP)


@GROUP.operation(
    "POST",
    "/forms/{fqn}",
    takes=(JSON, YAML),
    errors={
        404: "no such package, or more than one",
        422: "the form rejects the answers, or the model does not load",
    },
)
def forms(served: ServedCatalog, query: FormOfPackage, body: EnteredAnswers) -> RenderedModel:
    """Fill in the form of a package, and render the model that the dashboard would send."""
    with _refused_package():
        result = served.catalog.render_form(
            _package(query),
            body.answers,
            name=query.name or None,
            parameters=body.parameters,
            unrendered=query.unrendered,
            class_configs=served.class_configs(),
        )
    return _rendered(result, with_graph=query.graph)


@GROUP.operation(
    "POST",
    "/forms/{fqn}/pages",
    takes=(JSON, YAML),
    errors={404: "no such package, or more than one", 422: "the package has no form"},
)
def form_pages(served: ServedCatalog, query: OnePackage, body: EnteredAnswers) -> ShownPages:
    """Return the pages of a form, and the diagnostics of the answers so far."""
    with _refused_package():
        result = served.catalog.form_pages(
            _package(query), body.answers, parameters=body.parameters
        )
    if not result.pages:
        raise ApiError(422, "the package has no form", result.diagnostics)
    return {
        "pages": [{"name": page.name, "schema": page.schema} for page in result.pages],
        "application": result.application,
        "diagnostics": shown_diagnostics(result.diagnostics),
    }


def _package(query: OnePackage) -> str:
    return f"{query.fqn}/{query.version}" if query.version else query.fqn


@contextlib.contextmanager
def _refused_package() -> Iterator[None]:
    """Raise ApiError in place of UsageError."""
    try:
        yield
    except muranopl.UsageError as error:
        # The package is a part of the address, as in all other calls about one.
        raise ApiError(404 if error.argument == "package" else 400, error.problem) from None


def _rendered(result: muranopl.RenderResult, *, with_graph: bool) -> RenderedModel:
    if result.model is None:
        raise ApiError(422, "the model does not load", result.diagnostics)
    answer: RenderedModel = {
        "model": result.model,
        "diagnostics": shown_diagnostics(result.diagnostics),
    }
    # An application that is not rendered has no objects yet.
    if with_graph and result.graph is not None:
        answer["graph"] = result.graph.to_data()
    return answer
