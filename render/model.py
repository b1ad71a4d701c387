"""Object models rendered: the entry point for what a dashboard or an API call sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from muranopl.ard.garbage_collection import paused
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics import quirks as differences
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.result import Names
from muranopl.namespace.session import Session
from muranopl.render.configs import Configs
from muranopl.render.constructors import construct
from muranopl.render.data import data_of
from muranopl.render.definition import DefinitionError, named_type
from muranopl.render.load import Load
from muranopl.render.serialize import HIDDEN, serialize
from muranopl.render.sources import SessionSource
from muranopl.render.types import Types
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

APPLICATION = "io.murano.Application"
ENVIRONMENT = "io.murano.Environment"


class RenderedModel(NamedTuple):
    """A model as the engine would have it after loading, None where it would not load; and what was found."""

    model: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...]


class Classes(NamedTuple):
    """What models are rendered against: the names of all packages, what was found in them, and the quirks to follow.

    `configs` is the folder of class configs.
    """

    names: Names
    known: Sequence[Diagnostic]
    quirks: frozenset[Quirk]
    configs: str | None = None


def render_model(node: Node, classes: Classes, class_: str | None = None) -> RenderedModel:
    """Load a model and write it out again, complete. `class_` is the class of a root that does not say its own."""
    session = Session(classes.names)
    types = Types(classes.names, session, SessionSource(classes.names, session, classes.quirks, classes.known))
    findings = Findings()
    seed = (node.file.text or "").encode("utf-8", "replace")
    load = Load(types, classes.quirks, Configs(classes.configs, findings), seed)
    with paused():  # else the cost of an object grows with their number
        model = _rendered(load, ModelPath(node), class_)
    diagnostics = tuple(sorted((*load.reports.values(), *findings.diagnostics), key=Diagnostic.sort_key))
    sound = not any(each.severity is Severity.ERROR for each in diagnostics)
    return RenderedModel(model if sound else None, diagnostics)


def _rendered(load: Load, path: ModelPath, class_: str | None) -> dict[str, Any] | None:
    default = _default_class(load, class_, path)
    root = None if class_ is not None and default is None else _root(load, path, default)
    if root is None:
        return None
    construct(load, path)
    _report_lone_applications(load)
    _report_hidden(load)
    return None if load.reports.failed else serialize(root, load)


def _root(load: Load, path: ModelPath, class_: MuranoType | None) -> MuranoObject | None:
    try:
        return load.root(data_of(path.node), path, class_)
    except EvaluationError as error:
        load.reports.add(object_rules.BAD_HEADER, path, InModel(path.text), problem=str(error))
    return None


def _default_class(load: Load, class_: str | None, path: ModelPath) -> MuranoType | None:
    if class_ is None:
        return None
    try:
        found = named_type({"type": class_}, path, load.types)
        if found is None:
            load.reports.add(
                object_rules.BAD_HEADER, path, InModel(path.text), problem="the class named for it is empty"
            )
        return found
    except DefinitionError as error:
        load.reports.add_error(error, path)
        return None


def _report_lone_applications(load: Load) -> None:
    """Say which applications are outside of environments; those inside of such an application go with it."""
    quirk = differences.LONE_APPLICATION
    if quirk in load.quirks:
        return
    for object_, _, path in load.loaded:
        owners = tuple(object_.owners())
        if _is(object_, APPLICATION) and not any(
            _is(owner, ENVIRONMENT) or _is(owner, APPLICATION) for owner in owners
        ):
            load.reports.add(rules.ENGINE_DIFFERS, path, InModel(path.text), problem=quirk.warning, quirk=quirk.name)


def _report_hidden(load: Load) -> None:
    """Say which values are left out that the engine would write."""
    quirk = differences.HIDDEN_RUNTIME
    if quirk in load.quirks:
        return
    for object_, _, path in load.loaded:
        for level in load.plan(object_.type).levels:
            for each in level.properties:
                hidden = each.declaration.usage in HIDDEN and each.usage not in HIDDEN
                if hidden and each.name in object_.properties:
                    where = path.member(each.name)
                    load.reports.add(
                        rules.ENGINE_DIFFERS, where, InModel(where.text), problem=quirk.warning, quirk=quirk.name
                    )


def _is(object_: MuranoObject, name: str) -> bool:
    return any(type_.name == name and type_.id.package.name == CORE_LIBRARY for type_ in object_.type.lineage)
