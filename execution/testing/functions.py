"""Functions available only in tests: `inject`, `originalMethod`, `withOriginal`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any

from yaql.language import yaqltypes

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.functions import functions_of_bodies
from muranopl.execution.testing.mocks import CALL, MockedCall, Mocks
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView, real
from muranopl.semantics.evaluation.parameters import Class, FunctionGroup, Object, Text

FUNCTIONS = FunctionGroup()

Deferred = Annotated[Callable[..., Any], yaqltypes.Lambda(with_context=True)]
"""An expression evaluated with variables passed by the function."""


@functools.cache
def layer(runtime: layers.Runtime, *, core: bool) -> layers.FunctionLayer:
    """Return the functions of method bodies in tests."""
    return layers.extended(functions_of_bodies(runtime, core=core), FUNCTIONS)


@FUNCTIONS.add("inject")
def inject_method(
    frame: VariableFrame, target: Object, target_method: Text, mock_object: Object, mock_name: Text
) -> None:
    """Implement `inject(object, method, mockObject, mockMethod)`: mock the object's class."""
    _inject_method(frame, target.type, target_method, mock_object, mock_name)


@FUNCTIONS.add("inject")
def inject_method_of_class(
    frame: VariableFrame, target: Class, target_method: Text, mock_object: Object, mock_name: Text
) -> None:
    """Implement `inject(class, method, mockObject, mockMethod)`."""
    _inject_method(frame, target, target_method, mock_object, mock_name)


@FUNCTIONS.add("inject")
def inject_expression(
    frame: VariableFrame, target: Object, target_method: Text, expr: Deferred
) -> None:
    """Implement `inject(object, method, expression)`."""
    _inject_expression(frame, target.type, target_method, expr)


@FUNCTIONS.add("inject")
def inject_expression_of_class(
    frame: VariableFrame, target: Class, target_method: Text, expr: Deferred
) -> None:
    """Implement `inject(class, method, expression)`; the expression is evaluated at every call."""
    _inject_expression(frame, target, target_method, expr)


def _inject_method(
    frame: VariableFrame,
    type_: MuranoType,
    name: str,
    mock_object: MuranoObject | ObjectView,
    mock_name: str,
) -> None:
    mocks = _mocks(frame)
    # The engine looks the mock up in the class that calls inject, not in that of the object
    mocks.add(type_, name, mocks.method(real(mock_object), frame.scope, mock_name))


def _inject_expression(
    frame: VariableFrame, type_: MuranoType, name: str, expression: Callable[..., Any]
) -> None:
    this = frame.evaluation.this

    def mock(call: MockedCall) -> Any:
        # As in the engine, it sees the current values of the variables of the injecting method
        inside = frame.create_child_context()
        inside[CALL] = call
        return expression(inside, this, *call.args)

    _mocks(frame).add(type_, name, mock)


def _mocks(frame: VariableFrame) -> Mocks:
    context: Any = frame.context
    mocks: Mocks = context.mocks
    return mocks


@FUNCTIONS.add("originalMethod")
def original_method(frame: VariableFrame) -> Any:
    """Implement `originalMethod()`: call the mocked method with the arguments of the call."""
    return _call(frame, "originalMethod").original()


@FUNCTIONS.add("withOriginal")
def with_original(frame: VariableFrame, **kwargs: Deferred) -> Any:
    """Implement `withOriginal(name => expression, ...)`: set variables for the code after `->`.

    The expressions are evaluated with the variables of the code that called the method.
    """
    caller = _call(frame, "withOriginal").caller
    result = frame.create_child_context()
    for name, expression in kwargs.items():
        result[name] = None if caller is None else expression(caller)
    return result


def _call(frame: VariableFrame, function: str) -> MockedCall:
    call = frame.get_data(CALL)
    if not isinstance(call, MockedCall):
        name = "yaql.language.exceptions.NoFunctionRegisteredException"
        raise MuranoError(name, f"{function}() can only be called in a mock")
    return call
