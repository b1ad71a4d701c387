"""Turns the methods of classes into functions for yaql."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

from yaql.language import specs, yaqltypes

from muranopl.inherit.complete import MethodMember
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    ArgumentUsage,
    MethodUsage,
)
from muranopl.semantics.binding import OMITTED
from muranopl.semantics.evaluation.accepted import accepts
from muranopl.semantics.evaluation.context import EvaluationContext, call_context
from muranopl.semantics.evaluation.errors import EvaluationError, UnknownTypeError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoType, real
from muranopl.semantics.evaluation.parameters import ClassParameter, ObjectParameter
from muranopl.semantics.evaluation.tables import Levels

_ANYTHING = yaqltypes.PythonType(object, True)


class MethodTable:
    """The methods of a class by name, including inherited ones, then imported extension methods.

    Definitions are created on demand.
    """

    def __init__(self, type_: MuranoType, context: EvaluationContext) -> None:
        self.type = type_
        self._context = context
        self._found: dict[str, Levels] = {}
        self._direct: dict[tuple[str, bool], DirectMethod | None] = {}
        self._replaced: dict[str, MethodMember] = {}

    def replace(self, name: str, member: MethodMember | None) -> None:
        """Replace the method of that name for later calls on objects.

        Do nothing if `member` is None.
        """
        if member is None:
            return
        self._replaced[name] = member
        # Cached definitions refer to the replaced method.
        self._found.clear()
        self._direct.clear()

    def find(self, name: str, *, method: bool) -> Levels:
        """See `FunctionTable`."""
        if not method:
            return ()
        if name not in self._found:
            own = definitions(self.type, name, replaced=self._replaced.get(name))
            levels = [
                own,
                *(definitions(type_, name, exported=True) for type_ in self._imported(name)),
            ]
            self._found[name] = [level for level in levels if level]
        return self._found[name]

    def _imported(self, name: str) -> list[MuranoType]:
        """Return the imported classes that have the method, in order.

        Classes that cannot be loaded are skipped, as they were reported already.
        """
        result: dict[MuranoType, None] = {}
        for written in self.type.declared.declaration.imports:
            try:
                result[self._context.type_named(written.text, self.type)] = None
            except UnknownTypeError:
                continue
        return [type_ for type_ in result if name in type_.complete.methods]

    def direct(self, name: str, *, on_class: bool) -> DirectMethod | None:
        """Return the only method that a call on an object, or on the class, can mean.

        Return None if yaql has to choose.
        """
        key = name, on_class
        if key not in self._direct:
            self._direct[key] = self._sure(name, on_class)
        return self._direct[key]

    def _sure(self, name: str, on_class: bool) -> DirectMethod | None:
        member = self.type.complete.methods.get(name)
        if member is None or member.ambiguous:
            return None
        if not on_class:
            member = self._replaced.get(name, member)
        if on_class and member.declaration.is_on_class:
            return DirectMethod(member, self.type.ancestor(member.declaring))
        if on_class or member.declaration.usage is MethodUsage.EXTENSION:
            return None
        return DirectMethod(member, None)

    def names(self) -> set[str]:
        """See `FunctionTable`."""
        return {name for name in self.type.complete.methods if name[0] != "."}


class DirectMethod(NamedTuple):
    """The method that a call means, and the class that declares it for a call on a class."""

    member: MethodMember
    type: MuranoType | None


def definitions(
    type_: MuranoType,
    name: str,
    *,
    exported: bool = False,
    replaced: MethodMember | None = None,
) -> list[Any]:
    """Return the overloads of a method for yaql, only extension methods if `exported`.

    Calls on objects use `replaced` instead, if given.
    """
    member = type_.complete.methods.get(name)
    if member is None:
        return []
    if member.ambiguous:
        return [] if exported else [_ambiguous(type_, name)]
    usage = member.declaration.usage
    declaring = type_.ancestor(member.declaring)
    if exported and usage is not MethodUsage.EXTENSION:
        return []
    # A text would be taken for the name of a class, and hide functions of texts.
    on_class = ClassParameter(declaring, names=False)
    if usage is MethodUsage.EXTENSION:
        return [_extension(declaring, replaced or member), _method(member, on_class, declaring)]
    on_object = ObjectParameter(declaring)
    if usage is MethodUsage.STATIC:
        return [_method(replaced or member, on_object), _method(member, on_class, declaring)]
    return [_method(replaced or member, on_object)]


def _method(member: MethodMember, receiver_type: Any, class_: MuranoType | None = None) -> Any:
    """Return the definition of a method with a receiver before its declared arguments.

    It is called on `class_` if given.
    """

    def payload(frame: VariableFrame, receiver: Any, *args: Any, **kwargs: Any) -> Any:
        invoke, on = frame.context.invoke, class_ or real(receiver)
        return call_context(invoke, frame, on, member, args, kwargs)

    return _definition(member.name, payload, member.declaration.arguments, receiver_type)


def _extension(declaring: MuranoType, member: MethodMember) -> Any:
    """Return the definition of an extension method; the contract of its first argument decides."""

    def payload(frame: VariableFrame, *args: Any, **kwargs: Any) -> Any:
        return call_context(frame.context.invoke, frame, declaring, member, args, kwargs)

    arguments = member.declaration.arguments
    definition = _definition(member.name, payload, arguments)
    if arguments and arguments[0].contract is not None:
        contract = arguments[0].contract
        # The names under which yaql keeps variable arguments.
        key = {ArgumentUsage.VAR_ARGS: "*", ArgumentUsage.KW_ARGS: "**"}.get(
            arguments[0].usage, arguments[0].name
        )
        definition.parameters[key].value_type = yaqltypes.GenericType(
            True, lambda value, frame, *_args, **_kwargs: accepts(frame, declaring, contract, value)
        )
    return definition


def _ambiguous(type_: MuranoType, name: str) -> Any:
    def payload(*_args: Any, **_kwargs: Any) -> Any:
        problem = f'method "{name}" of class {type_.name} is declared by several of its parents'
        # The engine means to raise AmbiguousMethodName once more, after it was handled
        raise EvaluationError(problem).known_as("RuntimeError")

    return _definition(name, payload, (), yaqltypes.NotOfType(MuranoType))


def _definition(
    name: str,
    payload: Any,
    arguments: Sequence[ArgumentDeclaration],
    receiver_type: Any | None = None,
) -> Any:
    """Return a definition with arguments as the engine declares them: all are optional.

    Surplus arguments are refused by the call.
    """
    definition = specs.FunctionDefinition(name, payload, {}, is_function=False, is_method=True)
    places = itertools.count()

    def add(parameter: str, type_: Any, **default: Any) -> None:
        definition.set_parameter(
            specs.ParameterDefinition(parameter, type_, next(places), **default)
        )

    add("?frame", yaqltypes.Context())
    if receiver_type is not None:
        add("?receiver", receiver_type)
    for argument in arguments:
        if argument.usage is ArgumentUsage.STANDARD:
            add(argument.name, _ANYTHING, default=OMITTED)
    add("*", _ANYTHING, default=OMITTED)
    definition.set_parameter(specs.ParameterDefinition("**", _ANYTHING))
    return definition
