"""Constructors of the objects of a model: `initialize` (or `.init`) is called with values of the model.

Nothing runs method bodies yet, so only the arguments are looked at (measured: conformance/models.json,
init-argument-*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import InModel, Related
from muranopl.language.contracts.apply import Application
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.render.data import data_of
from muranopl.render.definition import Definition
from muranopl.render.plans import Level
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, PoisonedError
from muranopl.semantics.evaluation.objects import MuranoObject

if TYPE_CHECKING:
    from muranopl.render.load import Load


def construct(load: Load, root: ModelPath) -> None:
    """Check what the constructors of all objects are given, and say which classes have one that is not run."""
    constructed: dict[str, None] = {}
    for object_, definition, _ in load.loaded:
        for level in load.plan(object_.type).levels:
            if not level.has_constructor:
                continue
            constructed[level.type.name] = None
            for argument in level.arguments.values():
                if argument.usage is ArgumentUsage.STANDARD:
                    _check(load, object_, level, argument, definition)
    if constructed and not load.reports.failed:
        load.reports.add(object_rules.NOT_CONSTRUCTED, root, InModel(root.text), classes=", ".join(sorted(constructed)))


def _check(
    load: Load, object_: MuranoObject, level: Level, argument: ArgumentDeclaration, definition: Definition
) -> None:
    """Apply the contract of one argument to what the model gives for it, or to its default."""
    if argument.contract is None:
        return
    path = definition.body.member(argument.name)
    declared = Related(f'argument "{argument.name}" of {level.type.name}', argument.name_node.place)
    setting = ValueSetting(load, object_, level.type, lambda: declared, path)
    try:
        value = definition.properties.get(argument.name)
        if argument.name not in definition.properties and argument.default is not None:
            path = path.at(argument.default)
            value = data_of(argument.default, lambda yaql: load.evaluator.value(yaql, level.type, object_))
        Application(setting, load.chains).apply(argument.contract, value, path)
    except (NotEvaluatedError, PoisonedError):
        return
    except EvaluationError as error:
        _report_default(setting, path, argument, error)


def _report_default(
    setting: ValueSetting, path: ModelPath, argument: ArgumentDeclaration, error: EvaluationError
) -> None:
    setting.report(rules.DEFAULT_FAILS, path, argument.contract, name=argument.name, problem=str(error))
