"""Methods prepared for calls: binding of arguments, and the compiled body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from muranopl.ard.nodes import is_null
from muranopl.execution.activation import MachineServices
from muranopl.execution.instructions import Step, block_of
from muranopl.execution.quick_contracts import takes_as_is
from muranopl.execution.refusals import of_argument
from muranopl.execution.values import value_of
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage, MethodDeclaration
from muranopl.read.library_bodies import library_body
from muranopl.semantics.binding import LITERAL_NULL, OMITTED
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.errors import ArgumentsError
from muranopl.semantics.evaluation.frames import normal
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

This = MuranoObject | MuranoType


class DeclaredArgument:
    """A declared argument, prepared to take values."""

    __slots__ = ("as_is", "declaration", "default", "key", "name", "subject")

    def __init__(self, declaration: ArgumentDeclaration, method: str) -> None:
        self.declaration = declaration
        self.name = declaration.name
        self.key = normal(declaration.name)
        self.as_is = None if declaration.contract is None else takes_as_is(declaration.contract)
        self.default = None if declaration.default is None else value_of(declaration.default)
        self.subject = of_argument(method, declaration.name, declaration.name_node.place)


class Method:
    """A method, prepared for calls; `type` is the class that declares it.

    `run` is None if there is no body. `is_elsewhere` is set if only the engine has the body: the
    method is native, or one of the embedded core library with an unknown body.
    """

    __slots__ = (
        "arguments",
        "declaration",
        "is_elsewhere",
        "kw_args",
        "name",
        "names",
        "node",
        "run",
        "single",
        "type",
        "var_args",
    )

    def __init__(self, member: Member[MethodDeclaration], type_: MuranoType) -> None:
        self.declaration = declaration = member.declaration
        self.type = type_
        self.name = member.name
        shown = f"{type_.name}::{member.name}"
        self.arguments = [DeclaredArgument(each, shown) for each in declaration.arguments]
        by_usage = {each.declaration.usage: each for each in self.arguments}
        self.single = [each for each in self.arguments if each.declaration.usage is ArgumentUsage.STANDARD]
        self.names = {each.name: each for each in self.single}
        self.var_args = by_usage.get(ArgumentUsage.VAR_ARGS)
        self.kw_args = by_usage.get(ArgumentUsage.KW_ARGS)
        body = declaration.body
        if body is not None and body.unread:
            body = library_body(type_.name, member.name)
        self.is_elsewhere = body is None and declaration.body is not None
        self.node = declaration.node if body is None else body.node
        self.run: Step | None = None if body is None or is_null(body.node) else block_of(body)

    def bound(
        self,
        machine: MachineServices,
        this: This,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        owner: MuranoObject | None,
    ) -> dict[str, Any]:
        """Return all arguments by their keys as variables, after their contracts.

        Raise ArgumentsError. Declared arguments are bound first, in their order; then surplus ones
        are refused (measured on the engine).
        """
        data: dict[str, Any] = {}
        single, count = self.single, len(args)
        if kwargs and args:
            self._check_twice(args, kwargs)
        for position, argument in enumerate(single):
            if position < count and args[position] is not OMITTED:
                data[argument.key] = self.taken(machine, argument, args[position], this, owner)
            elif kwargs and argument.name in kwargs:
                data[argument.key] = self.taken(machine, argument, kwargs[argument.name], this, owner)
            else:
                data[argument.key] = self.default(machine, argument, this, owner)
        if self.var_args is not None:
            var_args = self.var_args
            rest = [value for value in args[len(single) :] if value is not OMITTED]
            data[var_args.key] = tuple([self.taken(machine, var_args, value, this, owner) for value in rest])
        elif count > len(single):
            raise ArgumentsError(f'method "{self.name}" takes no more than {len(single)} arguments')
        if self.kw_args is not None:
            kw_args = self.kw_args
            others = {name: value for name, value in kwargs.items() if name not in self.names}
            taken = {name: self.taken(machine, kw_args, value, this, owner) for name, value in others.items()}
            data[kw_args.key] = FrozenDict(taken)
        elif kwargs:
            self._check_names(kwargs)
        return data

    def _check_twice(self, args: Sequence[Any], names: Iterable[str]) -> None:
        """Raise ArgumentsError for a named argument that is also passed by position."""
        by_position = {each.name for each, value in zip(self.single, args, strict=False) if value is not OMITTED}
        for name in names:
            if name in by_position:
                raise ArgumentsError(f'method "{self.name}" is given "{name}" by position and by name')

    def _check_names(self, names: Iterable[str]) -> None:
        """Raise ArgumentsError for a name that is not declared."""
        for name in names:
            if name not in self.names:
                raise ArgumentsError(f'method "{self.name}" has no argument "{name}"')

    def taken(
        self, machine: MachineServices, argument: DeclaredArgument, value: Any, this: This, owner: MuranoObject | None
    ) -> Any:
        """Return the value of an argument that is passed; raise MuranoError."""
        if value is LITERAL_NULL:
            return None
        if argument.as_is is None or argument.as_is(value):
            return value
        contract = argument.declaration.contract
        assert contract is not None  # noqa: S101 - `as_is` is of one
        return machine.contracts.apply(contract, value, this, self.type, argument.subject, owner)

    def default(
        self, machine: MachineServices, argument: DeclaredArgument, this: This, owner: MuranoObject | None
    ) -> Any:
        """Return the value of an argument that is not passed; raise MuranoError."""
        node = argument.declaration.default
        value = None if node is None else machine.evaluated(node, self.type, this)
        return self.taken(machine, argument, value, this, owner)
