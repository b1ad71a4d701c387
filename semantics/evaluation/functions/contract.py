"""The functions of contracts, which stand before all others inside a contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaql.language import utils, yaqltypes

from muranopl.semantics.evaluation.context import ContractFunctions, call_context
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.failures import translated
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.evaluation.parameters import CLASS, TEXT_OR_NULL, ClassParameter, declare


def _functions(frame: VariableFrame) -> ContractFunctions:
    functions = frame.evaluation.functions
    assert functions is not None  # noqa: S101 - the layer of these functions is only used with them
    return functions


def _simple(name: str) -> Callable[..., Any]:
    def payload(frame: VariableFrame, self: Any) -> Any:
        value = thaw(self, frame.budget)
        return freeze(call_context(_functions(frame).simple, name, value))

    return payload


def check(frame: VariableFrame, self: Any, predicate: Any, msg: str | None = None) -> Any:
    """`check(predicate, msg)`: the predicate sees the functions of methods, as in the class of the contract."""
    evaluation = frame.evaluation
    value = thaw(self, frame.budget)

    def holds(each: Any) -> Any:
        try:
            return predicate(utils.NO_VALUE, evaluation.evaluator.frame(evaluation, freeze(each)), evaluation.engine)
        except Exception as error:
            raise translated(error, evaluation) from None

    return freeze(call_context(_functions(frame).check, value, holds, msg))


def class_(
    frame: VariableFrame,
    self: Any,
    name: MuranoType,
    default_name: MuranoType | None = None,
    version_spec: str | None = None,
) -> Any:
    """`class(name, defaultName, versionSpec)`."""
    value = thaw(self, frame.budget)
    return freeze(call_context(_functions(frame).object_of, value, name, default_name, version_spec))


def template(
    frame: VariableFrame,
    self: Any,
    type_: MuranoType,
    default_type: MuranoType | None = None,
    version_spec: str | None = None,
    exclude_properties: Any = None,
) -> Any:
    """`template(type, defaultType, versionSpec, excludeProperties)`."""
    value = thaw(self, frame.budget)
    exclude = None if exclude_properties is None else thaw(exclude_properties, frame.budget)
    return freeze(call_context(_functions(frame).template, value, type_, default_type, version_spec, exclude))


_CLASS_OR_NULL = ClassParameter(nullable=True)


def _declared(payload: Callable[..., Any], name: str, /, **types: Any) -> Any:
    """A contract function; called as a plain function it may be without a value, which is null then."""
    definition = declare(payload, name, method=True, **types)
    definition.parameters["self"].default = None
    return definition


FUNCTIONS = (
    *(_declared(_simple(name), name) for name in ("string", "bool", "int", "notNull", "owned", "notOwned")),
    _declared(check, "check", predicate=yaqltypes.YaqlExpression(), msg=TEXT_OR_NULL),
    _declared(
        class_,
        "class",
        name=CLASS,
        default_name=_CLASS_OR_NULL,
        version_spec=TEXT_OR_NULL,
    ),
    _declared(
        template,
        "template",
        type_=CLASS,
        default_type=_CLASS_OR_NULL,
        version_spec=TEXT_OR_NULL,
        exclude_properties=yaqltypes.Sequence(nullable=True),
    ),
)
