"""Model builders: which methods are builders, their arguments, and rendering their models."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from muranopl.ard.json import data
from muranopl.diagnostics.diagnostic import at_most_warning
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reasons import ResolutionError
from muranopl.execution.rendering import render_model
from muranopl.execution.running.executing import Executing
from muranopl.execution.simulation.cloud.definition import CloudDefinition
from muranopl.execution.simulation.registry import offline
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.class_query import ClassQuery
from muranopl.phases.results import PhaseResults


def builders_of(
    results: PhaseResults, quirks: frozenset[Quirk], type_: CompleteType, methods: Collection[str]
) -> list[str]:
    """Return the model builders among some methods of a class; none if it has no schemas."""
    # Few methods have meta objects, as all builders have: mostly no schema is needed to know that
    # there are none.
    if not any(value.meta for name in methods for _, value in type_.methods[name].chain):
        return []
    from muranopl.views.schema.of_classes import SchemaQuery, builders

    id_ = type_.id
    try:
        query = ClassQuery(id_.name, f"={id_.package.version}", id_.package.name)
        names = builders(results, quirks, SchemaQuery(query))
    except ResolutionError:
        return []
    return [name for name in names if name in methods]


def rendered(
    model: dict[str, Any], method: str, executing: Executing, definition: CloudDefinition | None
) -> dict[str, Any] | None:
    """Return a model that a builder made, complete, or as it is if it does not load yet.

    What keeps it from loading is reported as warnings: clients go on with its form. Return None
    after a report of an internal error. Constructors meet the cloud of the definition.
    """
    # Errors become warnings below, and must not count among those of the call
    findings = executing.findings.apart()
    node = data.load(model, File(f"<created by {method}>", ""), findings)
    result = None
    if node is not None:
        simulated = offline(definition)
        packages, configs = executing.packages(), executing.configs
        result = render_model(node, packages, findings, None, configs, simulated)
    if not findings.errors or any(item.is_internal for item in findings.diagnostics):
        executing.findings.take(findings.diagnostics)
        return None if result is None else result.written
    note = f"the model that {method} created is returned unchanged"
    executing.findings.take(at_most_warning(item, note) for item in findings.diagnostics)
    return model
