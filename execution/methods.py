"""Methods prepared for calls: binding of arguments, and the compiled body."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from muranopl.ard.nodes import is_null
from muranopl.diagnostics.quirks import KEYWORD_NAMES, NULL_ARGUMENT
from muranopl.execution.branches import Step
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.instructions import block_of
from muranopl.execution.machine import Machine, This
from muranopl.execution.refusals import of_argument, takes_as_is
from muranopl.execution.values import evaluated
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.read.embedded import library_body
from muranopl.semantics.binding import (
    LITERAL_NULL,
    OMITTED,
    Binding,
    BindingDefect,
    bind,
    parameters,
)
from muranopl.semantics.evaluation.context import refuse
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.frames import normal
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

TAKEN_NULL = f"the engine accepts a literal null (--quirk {NULL_ARGUMENT.name})"


class Passed(NamedTuple):
    """What a caller passes: the receiver, the arguments, and the owner of inline objects in them."""

    machine: Machine
    this: This
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    owner: MuranoObject | None


class DeclaredArgument:
    """A declared argument, prepared to take values."""

    __slots__ = ("as_is", "declaration", "key", "name", "subject", "usage")

    def __init__(self, declaration: ArgumentDeclaration, method: str) -> None:
        self.declaration = declaration
        self.name = declaration.name
        self.usage = declaration.usage
        self.key = normal(declaration.name)
        contract = declaration.contract
        self.as_is = None if contract is None else takes_as_is(contract)
        self.subject = of_argument(method, declaration)


Taken = Callable[[DeclaredArgument, Any], Any]
"""(an argument, the value that is given) → its value."""


class Method:
    """A method, prepared for calls; `type` is the class that declares it.

    `usual` is the number of arguments of a call that gives each one, -1 if more may be given.
    `run` is None if there is no body. `is_elsewhere` is set if only the engine has the body: the
    method is native, or one of the embedded core library with an unknown body.
    """

    __slots__ = (
        "arguments",
        "declaration",
        "is_elsewhere",
        "name",
        "node",
        "run",
        "takes",
        "type",
        "usual",
    )

    def __init__(self, member: Member[MethodDeclaration], type_: MuranoType) -> None:
        self.declaration = declaration = member.declaration
        self.type = type_
        self.name = member.name
        shown = f"{type_.name}::{member.name}"
        self.arguments = [DeclaredArgument(argument, shown) for argument in declaration.arguments]
        self.takes = parameters(self.arguments)
        has_others = self.takes.var_args is not None or self.takes.kw_args is not None
        self.usual = -1 if has_others else len(self.arguments)
        body = declaration.body
        if body is not None and body.unread:
            body = library_body(type_.name, member.name)
        self.is_elsewhere = body is None and declaration.body is not None
        self.node = declaration.node if body is None else body.node
        self.run: Step | None = None if body is None or is_null(body.node) else block_of(body)

    def bound(self, passed: Passed) -> dict[str, Any]:
        """Return all arguments by their keys as variables, after their contracts.

        Raise ArgumentsError. Declared arguments are bound first, in their order; then surplus ones
        are refused (measured on the engine).
        """
        machine, _, args, kwargs, _ = passed
        if len(args) + len(kwargs) == self.usual and OMITTED not in args:
            values = {**dict(zip(self.takes.names, args, strict=False)), **kwargs}
            if values.keys() == self.takes.by_name.keys():
                # Each argument is given once, as usual: nothing is left to bind.
                return {
                    argument.key: self.taken(passed, argument, values[argument.name])
                    for argument in self.arguments
                }
        binding = bind(self.takes, args, kwargs)
        if binding.problems:
            refuse(self.name, binding, BindingDefect.REPEATED)
        taken = functools.partial(self.taken, passed)
        data = self.variables(binding, taken, functools.partial(self.default, passed))
        if binding.problems:
            refuse(self.name, binding, BindingDefect.TOO_MANY, BindingDefect.UNKNOWN)
            if KEYWORD_NAMES not in machine.contracts.quirks:
                refuse(self.name, binding, BindingDefect.NO_KEYWORD)
        return data

    def variables(
        self,
        binding: Binding[DeclaredArgument, Any],
        taken: Taken,
        default: Callable[[DeclaredArgument], Any],
    ) -> dict[str, Any]:
        """Return all arguments by their keys as variables.

        `taken` makes the values of those that are given, `default` of the others.
        """
        takes, single = self.takes, binding.single
        data: dict[str, Any] = {}
        for argument in takes.single:
            is_given = argument.name in single
            data[argument.key] = (
                taken(argument, single[argument.name]) if is_given else default(argument)
            )
        if (var_args := takes.var_args) is not None:
            data[var_args.key] = tuple([taken(var_args, value) for value in binding.var_args])
        if (kw_args := takes.kw_args) is not None:
            data[kw_args.key] = FrozenDict(
                {name: taken(kw_args, value) for name, value in binding.kw_args.items()}
            )
        return data

    def taken(self, passed: Passed, argument: DeclaredArgument, value: Any) -> Any:
        """Return the value of an argument that is passed; raise MuranoError."""
        if value is LITERAL_NULL:
            return self._literal_null(passed, argument)
        if argument.as_is is None or argument.as_is(value):
            return value
        contract = argument.declaration.contract
        assert contract is not None  # noqa: S101 - `as_is` is of one
        machine, this, _, _, owner = passed
        return machine.contracts.apply(contract, value, this, self.type, argument.subject, owner)

    def _literal_null(self, passed: Passed, argument: DeclaredArgument) -> Any:
        """Return the value of an argument that is written as `null`; raise MuranoError."""
        if NULL_ARGUMENT in passed.machine.contracts.quirks:
            return None
        try:
            return self.taken(passed, argument, None)
        except MuranoError as error:
            error.remedy = error.remedy or TAKEN_NULL
            raise

    def default(self, passed: Passed, argument: DeclaredArgument) -> Any:
        """Return the value of an argument that is not passed; raise MuranoError."""
        node = argument.declaration.default
        value = None if node is None else evaluated(passed.machine, node, self.type, passed.this)
        # Defaults pass the contract, too, as in the engine
        return self.taken(passed, argument, value)
