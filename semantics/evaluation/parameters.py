"""Declares functions for expressions, by a decorator, and the types of their parameters.

The decorator is `FunctionGroup.add`; annotations are the types of the parameters.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeVar

from yaql.language import specs, utils, yaqltypes

from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView
from muranopl.semantics.evaluation.tables import CONVENTION


class ObjectParameter(yaqltypes.PythonType):  # type: ignore[misc]
    """An object or a view of one; if a class is given, of it or one of its descendants."""

    def __init__(self, type_: MuranoType | None = None, *, nullable: bool = False) -> None:
        super().__init__((MuranoObject, ObjectView), nullable)
        self.type = type_

    def check(self, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether the parameter takes the value."""
        if not super().check(value, *args, **kwargs):
            return False
        return (
            self.type is None
            or not isinstance(value, (MuranoObject, ObjectView))
            or value.type.extends(self.type)
        )


class ClassParameter(yaqltypes.PythonType):  # type: ignore[misc]
    """A reference to a class, or its name as written in the file.

    If a class is given, of it or a descendant. Unknown names raise UnknownTypeError, also while
    yaql chooses among overloads, as in the engine.
    """

    def __init__(
        self, type_: MuranoType | None = None, *, nullable: bool = False, names: bool = True
    ) -> None:
        super().__init__((MuranoType, str) if names else (MuranoType,), nullable)
        self.type = type_

    def check(self, value: Any, context: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether the parameter takes the value."""
        if not super().check(value, context, *args, **kwargs):
            return False
        # A name stands for the class that the file of the expression sees.
        if isinstance(value, str):
            value = type_named(context, value)
        return self.type is None or not isinstance(value, MuranoType) or value.extends(self.type)

    def convert(self, value: Any, receiver: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the class that the value refers to."""
        result = super().convert(value, receiver, context, *args, **kwargs)
        return type_named(context, result) if isinstance(result, str) else result


def type_named(frame: VariableFrame, name: str) -> MuranoType:
    """Return the class that a name refers to in the file of the expression.

    Raise UnknownTypeError.
    """
    result: MuranoType = call_context(frame.context.type_named, name, frame.scope)
    return result


Class = Annotated[MuranoType, ClassParameter()]
Object = Annotated[MuranoObject | ObjectView, ObjectParameter()]
ObjectOrNull = Annotated[MuranoObject | ObjectView | None, ObjectParameter(nullable=True)]
Text = Annotated[str, yaqltypes.String()]
TextOrNull = Annotated[str | None, yaqltypes.String(nullable=True)]
Word = Annotated[str, yaqltypes.Keyword()]
"""A bare word, as in `object.property`."""
Dict = Annotated[Mapping[Any, Any], utils.MappingType]
Items = Annotated[Iterable[Any], yaqltypes.Iterable()]
Lambda = Annotated[Callable[..., Any], yaqltypes.Lambda()]
"""An expression that is evaluated when the function calls it."""
Anything = Annotated[Any, yaqltypes.PythonType(object, True)]

_Payload = TypeVar("_Payload", bound=Callable[..., Any])


class Replacements(dict[Callable[..., Any], Callable[..., Any]]):
    """Replacements of functions of yaql that have unbounded work or results."""

    def add(
        self, *originals: Callable[..., Any], swapped: bool = False
    ) -> Callable[[_Payload], _Payload]:
        """Return a decorator for a Python function that replaces `originals`.

        The function takes the frame before the arguments of the original. With `swapped`, the first
        two of these are in reverse order in yaql.
        """

        def declared(payload: _Payload) -> _Payload:
            def in_order(frame: VariableFrame, first: Any, second: Any, *rest: Any) -> Any:
                return payload(frame, second, first, *rest)

            self.update(dict.fromkeys(originals, in_order if swapped else payload))
            return payload

        return declared


class FunctionGroup(list[Any]):
    """Functions that are registered together, in order, as definitions of yaql."""

    def add(
        self, name: str, /, *, function: bool = True, method: bool = False, **types: Any
    ) -> Callable[[_Payload], _Payload]:
        """Return a decorator that declares a Python function under its name in expressions.

        `function` and `method` say how it is called. A parameter is annotated with one of the types
        above, with a Python type, or with `Any`, which takes null as well; a parameter annotated
        with `VariableFrame` is passed the frame of the call. `types` are yaql's types in place of
        annotations. In expressions the names of parameters are spelt in camelCase.
        """

        def declared(payload: _Payload) -> _Payload:
            self.append(_definition(payload, name, function, method, types))
            return payload

        return declared

    def add_unknown(
        self, name: str, /, what: str = "", **options: Any
    ) -> Callable[[_Payload], _Payload]:
        """Return a decorator for a function that needs a running engine.

        Calls raise NotEvaluatedError. The Python function has only parameters. `what` describes the
        value in the error, by default the name of the function; `options` are those of `add`.
        """

        def unknown(*_arguments: Any, **_named: Any) -> Any:
            raise NotEvaluatedError(what or f"{name}()")

        def declared(payload: _Payload) -> _Payload:
            self.add(name, **options)(payload)
            self[-1].payload = unknown
            return payload

        return declared


def _definition(
    payload: Callable[..., Any], name: str, function: bool, method: bool, types: Mapping[str, Any]
) -> Any:
    definition = specs.FunctionDefinition(name, payload, {}, is_function=function, is_method=method)
    signature = inspect.getfullargspec(payload)
    annotated = {
        key: _type(hint)
        for key, hint in typing.get_type_hints(payload, include_extras=True).items()
    }
    for parameter in (*signature.args, *filter(None, (signature.varargs, signature.varkw))):
        added = definition.set_parameter(parameter, types.get(parameter, annotated.get(parameter)))
        # Expressions use camelCase for named arguments.
        added.alias = specs.convert_parameter_name(parameter, CONVENTION)
    return definition


def _type(hint: Any) -> Any:
    """Return the yaql type for a hint of a parameter."""
    if hint is VariableFrame:
        return yaqltypes.Context()
    if hint is Any:
        return None
    return getattr(hint, "__metadata__", (hint,))[0]
