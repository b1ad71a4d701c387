"""Renders object models, from files or data, against installed packages: `muranopl.Catalog.render`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from muranopl.ard.garbage_collection import paused
from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.ard.sources.file_names import as_text
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.formats.context import tallied
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.places import File, Place
from muranopl.execution.rendering import render_model
from muranopl.execution.running.executing import MODEL, OBJECTS, Given, Inputs, saved_objects
from muranopl.execution.simulation.registry import offline
from muranopl.phases.report import in_order
from muranopl.render.store import EarlierValues, earlier_values
from muranopl.views.graph.model_graph import ModelGraph, model_graph

Made = TypeVar("Made")


class RenderResult(NamedTuple):
    """A rendered object model.

    `model` is the model as plain data, complete: every property of every object has its value,
    converted and with defaults filled in, every object its id and its class with version and
    package. Of a saved model, {Objects, Attributes}, it is one as well, with its Objects complete.
    It is None if the model does not load. `diagnostics` are sorted by file, position and code.
    `graph` has the objects of the model; it is None without a model, and for one that is not
    rendered.
    """

    model: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...] = ()
    graph: ModelGraph | None = None

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not errors_of(self.diagnostics)

    def __repr__(self) -> str:
        loads = "loads" if self.model is not None else "does not load"
        return f"<muranopl.RenderResult: the model {loads}, {tallied(self.diagnostics)}>"


NO_MODEL = RenderResult(None)
"""The result where there is no model."""


def render(inputs: Inputs, model: Given, class_: str | None = None) -> RenderResult:
    """Return the rendering of a model; see `muranopl.Catalog.render`."""

    def make() -> RenderResult:
        # A class that the user names is none of the API's
        node = inputs.read_objects(model) if class_ is None else inputs.read(model, MODEL)
        if node is None:
            return NO_MODEL
        objects = saved_objects(node)
        if objects is None:
            return loaded(inputs, node, class_)
        # What stands beside the objects is kept: attributes of objects, for a later call.
        result = loaded(inputs, objects, class_, earlier_values(plain(node)))
        if result.model is None:
            return result
        return result._replace(model={**plain(node), OBJECTS: result.model})

    return guarded(inputs, make, model, MODEL)


def loaded(
    inputs: Inputs, node: Node, class_: str | None = None, earlier: EarlierValues | None = None
) -> RenderResult:
    """Return a complete model and its graph, without diagnostics; see `render_model`."""
    packages, configs = inputs.packages(), inputs.configs
    model = render_model(node, packages, inputs.findings, class_, configs, offline(), earlier)
    if model is None:
        return NO_MODEL
    with paused():
        graph = model_graph(model.root, model.context)
    return RenderResult(model.written, graph=graph)


def guarded(
    inputs: Inputs, make: Callable[[], RenderResult], given: Given, name: str
) -> RenderResult:
    """Return the result of `make` with all diagnostics, without a model if there are errors.

    `given` is what the user passed, and `name` its name in diagnostics if it is not a file.
    """
    result = reported(inputs, make, given, name) or NO_MODEL
    if not inputs.findings.errors:
        diagnostics = in_order(inputs.findings.diagnostics)
        return result._replace(diagnostics=diagnostics)
    return RenderResult(None, explained(inputs))


def reported(inputs: Inputs, make: Callable[[], Made], given: Given, name: str) -> Made | None:
    """Return the result of `make`, None after a report of an internal error; see `guarded`."""
    findings = inputs.findings
    started, before = time.perf_counter(), findings.count
    try:
        result = make()
    except Exception as error:
        file = File(as_text(given) if isinstance(given, str) else name, "")
        report_internal_error(error, "object model", Place(file), findings)
        return None
    seconds, added = time.perf_counter() - started, findings.count - before
    log_info("muranopl.rendering", "model: %.3f s, %d diagnostics", seconds, added)
    return result


def explained(inputs: Inputs) -> tuple[Diagnostic, ...]:
    """Return the diagnostics in order, with those of packages that may be the reason."""
    inputs.installed.explain(inputs.findings)
    # A package that was given up because of a bug is not at hand for the model.
    internal = (item for item in inputs.results.diagnostics if item.is_internal)
    return in_order((*inputs.findings.diagnostics, *internal))
