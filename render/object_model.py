"""Object models rendered: the entry point for what a dashboard or an API call sends."""

from __future__ import annotations

from typing import Any

from muranopl.ard.garbage_collection import paused
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics import quirks
from muranopl.diagnostics.bounds import STEPS_PER_CHARACTER
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.session import Session
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.constructors import check_constructors
from muranopl.render.context import LoadingContext
from muranopl.render.definition import DefinitionError, named_type
from muranopl.render.loader import ModelLoader
from muranopl.render.node_data import data_of
from muranopl.render.serialize import HIDDEN, serialize
from muranopl.render.type_sources import InstalledPackages, SessionTypeSource
from muranopl.semantics.evaluation.bounds import SharedBudget
from muranopl.semantics.evaluation.errors import EvaluationError, SpentError
from muranopl.semantics.evaluation.objects import MuranoObject

APPLICATION = "io.murano.Application"
ENVIRONMENT = "io.murano.Environment"


def render_model(
    node: Node, installed: InstalledPackages, findings: Findings, class_: str | None = None, configs: str | None = None
) -> dict[str, Any] | None:
    """Load a model and return it written out again, complete; None where that is not possible.

    `class_` is the class of a root that does not say its own, `configs` the folder of class configs. A model with
    errors among its findings would not load.
    """
    session = Session(installed.names)
    classes = ClassLookup(installed.names, session, SessionTypeSource(installed, session), installed.quirks)
    text = node.file.text or ""
    seed, budget = text.encode("utf-8", "replace"), SharedBudget(given=STEPS_PER_CHARACTER.most * len(text))
    loader = ModelLoader(classes, installed.quirks, ClassConfigs(configs, findings), seed, budget=budget)
    path, model = ModelPath(node), None
    with paused():  # else the cost of an object grows with their number
        try:
            model = _rendered(loader, path, class_)
        except SpentError as error:
            loader.reporter.report_value(object_rules.TOO_MANY, path, problem=str(error))
    findings.take(loader.reporter.values())
    return model


def _rendered(loader: ModelLoader, path: ModelPath, class_: str | None) -> dict[str, Any] | None:
    root = _root(loader, path, class_)
    if root is None:
        return None
    check_constructors(loader)
    _report_lone_applications(loader)
    _report_hidden(loader)
    return None if loader.reporter.failed else serialize(root, loader)


def _root(loader: ModelLoader, path: ModelPath, class_: str | None) -> MuranoObject | None:
    """Return the root object; None after a report."""
    reporter = loader.reporter
    try:
        default = None if class_ is None else named_type({"type": class_}, path, loader.classes)
        if class_ is not None and default is None:
            reporter.report_value(object_rules.BAD_HEADER, path, problem="the class named for it is empty")
            return None
        return loader.load_model(data_of(path.node), path, default)
    except DefinitionError as error:
        reporter.report_value(error.rule, path, **error.facts)
    except EvaluationError as error:
        reporter.report_value(object_rules.BAD_HEADER, path, problem=str(error))
    return None


def _report_lone_applications(context: LoadingContext) -> None:
    """Report applications outside of environments; those inside of such an application go with it."""
    for object_, _, path in context.loaded:
        owners = tuple(object_.owners())
        if _is(object_, APPLICATION) and not any(_is(each, ENVIRONMENT) or _is(each, APPLICATION) for each in owners):
            context.follows(quirks.LONE_APPLICATION, path)


def _report_hidden(context: LoadingContext) -> None:
    """Report values that are left out and that the engine would write."""
    for object_, _, path in context.loaded:
        for level in context.plan(object_.type).levels:
            for each in level.properties:
                hidden = each.declaration.usage in HIDDEN and each.usage not in HIDDEN
                if hidden and each.name in object_.properties:
                    context.follows(quirks.HIDDEN_RUNTIME, path.member(each.name))


def _is(object_: MuranoObject, name: str) -> bool:
    return any(type_.name == name and type_.id.package.name == CORE_LIBRARY for type_ in object_.type.linearization)
