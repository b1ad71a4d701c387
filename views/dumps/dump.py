"""The dump of a phase, as plain data (mappings, lists, texts, numbers), and its JSON schema.

A module for each phase has the records of its dump, and makes them of the result of the phase. The
schema is made of the same records and of the tags of entities; `tools/dump_schema.py` writes it to
`dump.schema.json`.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.language.grammar.class_ import MetaClassDeclaration
from muranopl.language.grammar.manifest import Manifest
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.phases.results import PhaseResults
from muranopl.views.dumps.entity_schema import AT, Schema, entity_schemas
from muranopl.views.dumps.hierarchy import HierarchyDump, hierarchy_dump
from muranopl.views.dumps.inherit import DumpedDeclaration, InheritDump, inherit_dump
from muranopl.views.dumps.namespace import NamespaceDump, namespace_dump
from muranopl.views.dumps.read import ReadDump, read_dump
from muranopl.views.dumps.render import DumpedModel, RenderDump, RenderedModel, render_dump
from muranopl.views.graph.declared import Data
from muranopl.views.graph.shown_classes import ShownClasses

FORMAT = {"dump": 1}
"""The version of the format of dumps."""
_DUMPS: dict[Phase, tuple[type[msgspec.Struct], Callable[[PhaseResults, ShownClasses], Any]]] = {
    Phase.READ: (ReadDump, read_dump),
    Phase.NAMESPACE: (NamespaceDump, namespace_dump),
    Phase.HIERARCHY: (HierarchyDump, hierarchy_dump),
    Phase.INHERIT: (InheritDump, inherit_dump),
    Phase.RENDER: (RenderDump, render_dump),
}
_GRAPH = Path(__file__).resolve().parent.parent / "graph" / "graph.schema.json"
_ONLY_IN_GRAPH = {"package", "edge"}
_FORMAT: Schema = {
    "description": "The version of this format.",
    "type": "object",
    "properties": {"dump": {"const": FORMAT["dump"]}},
    "required": ["dump"],
}


def dump(
    results: PhaseResults, phase: Phase, shown: ShownClasses, models: Iterable[RenderedModel] = ()
) -> Data:
    """Return the shown part of the result of one phase, which must have run.

    The dump of the last one has the rendered `models`, each with the graph of its objects.
    """
    _, make = _DUMPS[phase]
    record = make(results, shown)
    if isinstance(record, RenderDump):
        record.models = [DumpedModel(model, graph and graph.to_data()) for model, graph in models]
    return {"muranopl": FORMAT, "phase": phase.value, **msgspec.to_builtins(record)}


def dump_schema() -> Schema:
    """Return the schema of the dump of any phase, and of a list of dumps."""
    _, records = msgspec.json.schema_components(
        (*(record for record, _ in _DUMPS.values()), DumpedDeclaration),
        ref_template="#/$defs/{name}",
    )
    entities = entity_schemas((Manifest, MetaClassDeclaration, UIDefinition))
    definitions = {name: _closed(schema) for name, schema in records.items()}
    dumps = {
        record.__name__: _of_phase(phase, definitions[record.__name__])
        for phase, (record, _) in _DUMPS.items()
    }
    one = [{"$ref": f"#/$defs/{name}"} for name in dumps]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The results of a phase, as printed by `muranopl check --dump-phase`",
        "anyOf": [
            *one,
            {"description": "several phases", "type": "array", "items": {"anyOf": one}},
        ],
        "$defs": definitions | entities | dumps | _of_classes(),
    }


def _of_classes() -> dict[str, Schema]:
    """Return the schemas of classes in the class graph, for places and members as in dumps."""
    schemas: dict[str, Schema] = json.loads(_GRAPH.read_text(encoding="utf-8"))["$defs"]
    # The graph has places of three keys; all else is the same, and described once.
    schemas["place"] = AT
    schemas["member"]["properties"]["declarations"] = {
        "description": "All of the name, nearest first; those that it overrides follow it.",
        "type": "array",
        "items": {"$ref": "#/$defs/DumpedDeclaration"},
    }
    schemas["member"]["required"].append("declarations")
    return {name: schemas[name] for name in schemas if name not in _ONLY_IN_GRAPH}


def _of_phase(phase: Phase, record: Schema) -> Schema:
    own = {"muranopl": _FORMAT, "phase": {"const": phase.value}}
    return {
        **record,
        "properties": own | record["properties"],
        "required": [*own, *record["required"]],
    }


def _closed(schema: Any) -> Schema:
    """Return the schema of a record, which has no other keys."""
    return {
        **schema,
        "description": inspect.cleandoc(schema["description"]),
        "additionalProperties": False,
    }
