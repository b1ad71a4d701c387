"""The methods of classes as functions for yaql."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from yaql.language import specs, yaqltypes

from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import ArgumentUsage, MethodDeclaration, MethodUsage
from muranopl.semantics.binding import OMITTED, BindingDefect, arguments_by_name, bind
from muranopl.semantics.evaluation.accepted import accepts
from muranopl.semantics.evaluation.context import EvaluationContext, call_context
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.errors import EvaluationError, UnknownTypeError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import ClassParameter, ObjectParameter
from muranopl.semantics.evaluation.tables import Levels
from muranopl.semantics.evaluation.views import real

_ANYTHING = yaqltypes.PythonType(object, True)


class MethodTable:
    """The methods of a class by name, those it inherits included; then the extensions of the classes it imports.

    Definitions are made when they are asked for.
    """

    def __init__(self, type_: MuranoType, context: EvaluationContext) -> None:
        self.type = type_
        self._context = context
        self._found: dict[str, Levels] = {}

    def find(self, name: str, *, method: bool) -> Levels:
        """See `FunctionTable`."""
        if not method:
            return ()
        if name not in self._found:
            own = definitions(self.type, name)
            levels = [own, *(definitions(type_, name, exported=True) for type_ in self._imported(name))]
            self._found[name] = [level for level in levels if level]
        return self._found[name]

    def _imported(self, name: str) -> list[MuranoType]:
        """The imported classes, in order, each once; what cannot be loaded was reported where it is written."""
        found: dict[MuranoType, None] = {}
        for written in self.type.declared.declaration.imports:
            try:
                found[self._context.named(written.text, self.type)] = None
            except UnknownTypeError:
                continue
        return [type_ for type_ in found if name in type_.complete.methods]

    def names(self) -> set[str]:
        """The names of the methods that can be written."""
        return {name for name in self.type.complete.methods if name[0] != "."}


def definitions(type_: MuranoType, name: str, *, exported: bool = False) -> list[Any]:
    """The overloads of a method for yaql; `exported` when only extensions count."""
    member = type_.complete.methods.get(name)
    if member is None:
        return []
    if member.ambiguous:
        return [] if exported else [_ambiguous(type_, member)]
    usage = member.declaration.usage
    declaring = next(each for each in type_.lineage if each.id == member.declaring)
    if usage is MethodUsage.EXTENSION:
        return [_extension(declaring, member), _definition(declaring, member, ClassParameter(declaring, names=False))]
    if exported:
        return []
    found = [_definition(declaring, member, ObjectParameter(declaring))]
    if usage is MethodUsage.STATIC:
        found.append(_definition(declaring, member, ClassParameter(declaring, names=False)))
    return found


def _definition(declaring: MuranoType, member: Member[MethodDeclaration], receiver_type: Any) -> Any:
    """A method whose receiver stands before its declared arguments."""
    static = member.declaration.usage in {MethodUsage.STATIC, MethodUsage.EXTENSION}

    def payload(frame: VariableFrame, receiver: Any, *args: Any, **kwargs: Any) -> Any:
        return _invoke(frame, declaring if static else real(receiver), member, args, kwargs)

    definition = _empty(member.name, payload)
    definition.set_parameter(specs.ParameterDefinition("?receiver", receiver_type, 1))
    _add_arguments(definition, member.declaration, 2)
    return definition


def _extension(declaring: MuranoType, member: Member[MethodDeclaration]) -> Any:
    """An extension method called on any value, which is its first argument; the contract of that decides."""

    def payload(frame: VariableFrame, *args: Any, **kwargs: Any) -> Any:
        return _invoke(frame, declaring, member, args, kwargs)

    definition = _empty(member.name, payload)
    _add_arguments(definition, member.declaration, 1)
    first = member.declaration.arguments[0] if member.declaration.arguments else None
    if first is not None and first.contract is not None:
        contract = first.contract
        key = {ArgumentUsage.VAR_ARGS: "*", ArgumentUsage.KW_ARGS: "**"}.get(first.usage, first.name)
        definition.parameters[key].value_type = yaqltypes.GenericType(
            True, lambda value, frame, *_args, **_kwargs: accepts(frame, declaring, contract, value)
        )
    return definition


def _ambiguous(type_: MuranoType, member: Member[MethodDeclaration]) -> Any:
    def payload(*_args: Any, **_kwargs: Any) -> Any:
        raise EvaluationError(f'method "{member.name}" of class {type_.name} is declared by several of its parents')

    definition = _empty(member.name, payload)
    receiver_type = yaqltypes.NotOfType(MuranoType)
    definition.set_parameter(specs.ParameterDefinition("?receiver", receiver_type, 1))
    _add_arguments(definition, None, 2)
    return definition


def _empty(name: str, payload: Any) -> Any:
    definition = specs.FunctionDefinition(name, payload, {}, is_function=False, is_method=True)
    definition.set_parameter(specs.ParameterDefinition("?frame", yaqltypes.Context(), 0))
    return definition


def _add_arguments(definition: Any, declaration: MethodDeclaration | None, position: int) -> None:
    """The arguments as the engine declares them: all may be left out; too many are refused when it is called."""
    declared = declaration.arguments if declaration else ()
    standard = [each.name for each in declared if each.usage is ArgumentUsage.STANDARD]
    for at, name in enumerate(standard, position):
        definition.set_parameter(specs.ParameterDefinition(name, _ANYTHING, at, default=OMITTED))
    definition.set_parameter(specs.ParameterDefinition("*", _ANYTHING, position + len(standard), default=OMITTED))
    definition.set_parameter(specs.ParameterDefinition("**", _ANYTHING))


def _invoke(
    frame: VariableFrame,
    receiver: MuranoObject | MuranoType,
    member: Member[MethodDeclaration],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Bind the arguments of a call and have the context run it. Raises EvaluationError where there are too many."""
    declared = member.declaration.arguments
    binding = bind(declared, [value is OMITTED for value in args], tuple(kwargs))
    for problem in binding.problems:
        if problem.defect is BindingDefect.TOO_MANY:
            most = sum(each.usage is ArgumentUsage.STANDARD for each in declared)
            raise EvaluationError(f'method "{member.name}" takes no more than {most} arguments')
        if problem.defect is BindingDefect.UNKNOWN:
            raise EvaluationError(f'method "{member.name}" has no argument "{problem.names[0]}"')
    budget = frame.budget
    positional = [thaw(value, budget) for value in args]
    keywords = {name: thaw(value, budget) for name, value in kwargs.items()}
    arguments = arguments_by_name(declared, binding, positional, keywords)
    return freeze(call_context(frame.context.call, receiver, member, arguments))
