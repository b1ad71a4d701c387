"""The functions of contracts, which stand before all others inside a contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yaql.language import utils, yaqltypes

from muranopl.semantics.evaluation.data import freeze, thaw
from muranopl.semantics.evaluation.failures import translated
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.evaluation.parameters import CLASS, TEXT_OR_NULL, ClassOf, declare
from muranopl.semantics.evaluation.world import ContractFunctions

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.frames import Frame


def _functions(frame: Frame) -> ContractFunctions:
    assert frame.run.functions is not None  # noqa: S101 - the layer of these functions is only used with them
    return frame.run.functions


def _simple(name: str) -> Callable[..., Any]:
    def payload(frame: Frame, self: Any) -> Any:
        value = thaw(self, frame.run.budget)
        return freeze(frame.run.outside(_functions(frame).simple, name, value))

    return payload


def check(frame: Frame, self: Any, predicate: Any, msg: str | None = None) -> Any:
    """`check(predicate, msg)`: the predicate sees the functions of methods, as in the class of the contract."""
    run = frame.run
    value = thaw(self, run.budget)

    def holds(each: Any) -> Any:
        try:
            return predicate(utils.NO_VALUE, run.evaluator.frame(run, freeze(each)), run.engine)
        except Exception as error:
            raise translated(error, run) from None

    return freeze(run.outside(_functions(frame).check, value, holds, msg))


def class_(
    frame: Frame,
    self: Any,
    name: MuranoType,
    default_name: MuranoType | None = None,
    version_spec: str | None = None,
) -> Any:
    """`class(name, defaultName, versionSpec)`."""
    value = thaw(self, frame.run.budget)
    return freeze(frame.run.outside(_functions(frame).object_of, value, name, default_name, version_spec))


def template(
    frame: Frame,
    self: Any,
    type_: MuranoType,
    default_type: MuranoType | None = None,
    version_spec: str | None = None,
    exclude_properties: Any = None,
) -> Any:
    """`template(type, defaultType, versionSpec, excludeProperties)`."""
    value = thaw(self, frame.run.budget)
    exclude = None if exclude_properties is None else thaw(exclude_properties, frame.run.budget)
    return freeze(frame.run.outside(_functions(frame).template, value, type_, default_type, version_spec, exclude))


_CLASS_OR_NULL = ClassOf(nullable=True)


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
