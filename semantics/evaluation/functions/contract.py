"""The functions of contracts, which stand before all others inside a contract."""

from __future__ import annotations

from typing import Annotated, Any

from yaql.language import utils, yaqltypes

from muranopl.semantics.evaluation.context import ContractFunctions, call_context
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.failures import translated
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import Class, ClassOrNull, Functions, TextOrNull

FUNCTIONS = Functions()


def _functions(frame: VariableFrame) -> ContractFunctions:
    functions = frame.evaluation.functions
    assert functions is not None  # noqa: S101 - the layer of these functions is only used with them
    return functions


def _simple(name: str) -> None:
    @FUNCTIONS.add(name, method=True)
    def payload(frame: VariableFrame, self: Any) -> Any:
        value = thaw(self, frame.budget)
        return freeze(call_context(_functions(frame).simple, name, value))


for _name in ("string", "bool", "int", "notNull", "owned", "notOwned"):
    _simple(_name)


@FUNCTIONS.add("check", method=True)
def check(
    frame: VariableFrame, self: Any, predicate: Annotated[Any, yaqltypes.YaqlExpression()], msg: TextOrNull = None
) -> Any:
    """`check(predicate, msg)`: the predicate sees the functions of methods, as in the class of the contract."""
    evaluation = frame.evaluation
    value = thaw(self, frame.budget)

    def holds(each: Any) -> Any:
        try:
            return predicate(utils.NO_VALUE, evaluation.evaluator.frame(evaluation, freeze(each)), evaluation.engine)
        except Exception as error:
            raise translated(error, evaluation) from None

    return freeze(call_context(_functions(frame).check, value, holds, msg))


@FUNCTIONS.add("class", method=True)
def class_(
    frame: VariableFrame,
    self: Any,
    name: Class,
    default_name: ClassOrNull = None,
    version_spec: TextOrNull = None,
) -> Any:
    """`class(name, defaultName, versionSpec)`."""
    value = thaw(self, frame.budget)
    return freeze(call_context(_functions(frame).object_of, value, name, default_name, version_spec))


@FUNCTIONS.add("template", method=True)
def template(
    frame: VariableFrame,
    self: Any,
    type_: Class,
    default_type: ClassOrNull = None,
    version_spec: TextOrNull = None,
    exclude_properties: Annotated[Any, yaqltypes.Sequence(nullable=True)] = None,
) -> Any:
    """`template(type, defaultType, versionSpec, excludeProperties)`."""
    value = thaw(self, frame.budget)
    exclude = None if exclude_properties is None else thaw(exclude_properties, frame.budget)
    return freeze(call_context(_functions(frame).template, value, type_, default_type, version_spec, exclude))


for _each in FUNCTIONS:
    _each.parameters["self"].default = None  # called as a plain function without a value, which is null then
