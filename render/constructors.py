"""Constructors of the objects of a model: `initialize` (or `.init`) is called with values of the model.

Nothing runs method bodies yet, so only the arguments are checked (measured: conformance/models.json,
init-argument-*).
"""

from __future__ import annotations

from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts.apply import Application
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.render.context import LoadedObject, LoadingContext
from muranopl.render.plans import LineageLevel
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, PoisonedError


def check_constructors(context: LoadingContext) -> None:
    """Report what the constructors of all objects are given and refuse, and which classes have one that is not run."""
    constructed: dict[str, None] = {}
    for loaded in context.loaded:
        for level in context.plan(loaded.object.type).levels:
            if not level.has_constructor:
                continue
            constructed[level.type.name] = None
            for argument in level.arguments.values():
                if argument.usage is ArgumentUsage.STANDARD:
                    _check_argument(context, loaded, level, argument)
    if constructed and not context.reporter.failed:
        names = ", ".join(sorted(constructed))
        context.reporter.report_value(object_rules.NOT_CONSTRUCTED, context.root_path, classes=names)


def _check_argument(
    context: LoadingContext, loaded: LoadedObject, level: LineageLevel, argument: ArgumentDeclaration
) -> None:
    """Apply the contract of one argument to what the model gives for it, or to its default."""
    contract, name = argument.contract, argument.name
    if contract is None:
        return
    path = loaded.definition.body.member(name)
    declared = Related(f'argument "{name}" of {level.type.name}', argument.name_node.place)
    setting = ValueSetting(context, loaded.object, level.type, path, declared)
    try:
        value = loaded.definition.properties.get(name)
        if name not in loaded.definition.properties and argument.default is not None:
            path = path.at(argument.default)
            value = context.value_of(argument.default, level.type, loaded.object)
        Application(setting).apply(contract, value, path)
    except (NotEvaluatedError, PoisonedError):
        return
    except EvaluationError as error:
        setting.report(rules.DEFAULT_FAILS, path, contract=contract, name=name, problem=str(error))
