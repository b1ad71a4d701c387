"""Mocks: replacements of methods until the end of a test (reference test-runner, Mocks)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.members import method_of
from muranopl.execution.methods import Method, Passed
from muranopl.execution.session import Session
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.semantics.binding import OMITTED, bind
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

This = MuranoObject | MuranoType
Mock = Callable[["MockedCall"], Any]

_NO_METHOD = "yaql.language.exceptions.NoMatchingMethodException"
CALL = "$?call"
"""The variable with the current call of a mock; no code can write its name."""


class MockedCall(msgspec.Struct, eq=False):
    """A call of a mocked method: its arguments, the caller's variables, and the original method."""

    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    caller: VariableFrame | None
    original: Callable[[], Any]


class Mocks:
    """The mocks of one execution; `names` are the mocked methods, with their classes."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.names: set[str] = set()

    def add(self, type_: MuranoType, name: str, mock: Mock) -> None:
        """Replace a method of the objects of a class, or an earlier mock of it, by a mock.

        Raise MuranoError. Classes are identified by their names, so all versions of one are mocked.
        Objects of descendants keep the method, unless they are called as the class (`super`,
        `cast`).
        """
        # Called for its exception: only a method that exists can be mocked
        method_of(type_, name)
        self.names.add(f"{type_.name}.{name}")
        self._session.machine.evaluator.replace_method(
            type_.name, name, lambda other: self._standing(other, name, mock)
        )

    def _standing(
        self, type_: MuranoType, name: str, mock: Mock
    ) -> Member[MethodDeclaration] | None:
        """Return the replacement of a method in one version of a class, None if that lacks it."""
        member = type_.complete.methods.get(name)
        if member is None:
            return None
        calls = self._session.loader.calls
        # A copy is another key, under which the machine looks up replacements
        standing = copy.copy(member)

        def replaced(receiver: This, method: Method, passed: Passed) -> Any:
            activations = calls.machine.activations
            caller = activations[-1].frame if activations else None

            def original() -> Any:
                return calls.call(receiver, member, passed.args, passed.kwargs, owner=passed.owner)

            arguments = self._given(method, passed._replace(this=receiver))
            return mock(MockedCall(*arguments, caller, original))

        calls.replacements[standing] = replaced
        return standing

    @staticmethod
    def _given(method: Method, passed: Passed) -> tuple[list[Any], Mapping[str, Any]]:
        """Return the arguments for a mock: of a method in MuranoPL all declared ones, by position."""
        registry = passed.machine.simulations.registry
        if registry.method(method.type.name, method.name) is not None:
            # A mock of a native method gets what the caller wrote, without contracts and defaults
            return [arg for arg in passed.args if arg is not OMITTED], passed.kwargs
        data = method.bound(passed)
        takes = method.takes
        positional = [data[item.key] for item in takes.single]
        if takes.var_args is not None:
            positional += data[takes.var_args.key]
        return positional, {} if takes.kw_args is None else data[takes.kw_args.key]

    def method(self, this: MuranoObject, declaring: MuranoType, name: str) -> Mock:
        """Return the mock that calls a method of an object, found in a class; raise MuranoError."""
        member = method_of(declaring, name)
        method = Method(member, declaring.ancestor(member.declaring))

        def mock(call: MockedCall) -> Any:
            data = _bound(method, call)
            if method.run is None or method.declaration.body is None:
                return None
            return self._session.loader.calls.run(method, this, {**data, CALL: call})

        return mock


def _bound(method: Method, call: MockedCall) -> dict[str, Any]:
    """Return the arguments of a mock by their keys as variables, without contracts and defaults."""
    binding = bind(method.takes, call.args, call.kwargs)
    if binding.var_args and method.takes.var_args is None:
        what = f"accepts at most {len(method.takes.single)} arguments"
    elif binding.kw_args and method.takes.kw_args is None:
        what = f'has no argument "{min(binding.kw_args)}"'
    else:
        return method.variables(binding, lambda _, value: value, lambda _: None)
    raise MuranoError(_NO_METHOD, f'the mock "{method.name}" {what}')
