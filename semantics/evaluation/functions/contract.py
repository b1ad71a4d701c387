"""Defines the contract functions as functions of yaql, which precede all others inside a contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaql.language import specs, utils, yaqltypes

from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import (
    ComputedPredicate,
    ContractFunction,
    ContractParameter,
    ParameterForm,
)
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.error_messages import translated
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import ClassParameter


def definitions() -> list[Any]:
    """Return the contract functions as definitions for yaql."""
    return [_definition(function) for function in FUNCTIONS.values()]


def _definition(function: ContractFunction) -> Any:
    """Return the definition of a contract function; without a receiver its value is null."""

    def payload(frame: VariableFrame, receiver: Any, *given: Any) -> Any:
        functions = frame.evaluation.functions
        assert functions is not None  # noqa: S101 - the layer of these functions is only used with them
        value = thaw(receiver, frame.budget)
        named = {
            parameter.name: _argument(parameter, argument, frame)
            for parameter, argument in zip(function.parameters, given, strict=True)
        }
        return freeze(call_context(functions, function, value, function.arguments(named)))

    definition = specs.FunctionDefinition(
        function.name, payload, {}, is_function=True, is_method=True
    )
    parameters = [
        ("frame", yaqltypes.Context(), specs.NO_DEFAULT),
        ("self", yaqltypes.PythonType(object, True), None),
        *(
            (parameter.name, _type(parameter), specs.NO_DEFAULT if parameter.required else None)
            for parameter in function.parameters
        ),
    ]
    for position, (name, type_, default) in enumerate(parameters):
        definition.set_parameter(specs.ParameterDefinition(name, type_, position, name, default))
    return definition


def _type(parameter: ContractParameter) -> Any:
    """Return the yaql type of a parameter."""
    return {
        ParameterForm.PREDICATE: yaqltypes.YaqlExpression(),
        ParameterForm.CLASS: ClassParameter(nullable=not parameter.required),
        ParameterForm.TEXT: yaqltypes.String(nullable=True),
        ParameterForm.TEXTS: yaqltypes.Sequence(nullable=True),
    }[parameter.form]


def _argument(parameter: ContractParameter, argument: Any, frame: VariableFrame) -> Any:
    if parameter.form is ParameterForm.PREDICATE:
        return ComputedPredicate(_predicate(argument, frame))
    is_list = parameter.form is ParameterForm.TEXTS and argument is not None
    return thaw(argument, frame.budget) if is_list else argument


def _predicate(expression: Any, frame: VariableFrame) -> Callable[[Any], Any]:
    """Return a predicate as a function of the value.

    It sees the functions of methods of the class.
    """
    # Kept here: the predicate is called after the contract was evaluated.
    evaluation = frame.evaluation

    def holds(value: Any) -> Any:
        try:
            return expression(
                utils.NO_VALUE,
                evaluation.evaluator.frame(evaluation, freeze(value)),
                evaluation.engine,
            )
        except Exception as error:
            raise translated(error, evaluation) from None

    return holds
