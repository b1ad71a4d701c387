"""Proposes members of objects, and named arguments of calls.

The types of an object are those that the expression in front of the dot may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.grammar.method import (
    CONSTRUCTOR,
    LIFE_CYCLE,
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
)
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId
from muranopl.views.words.members import contract_text, with_contract
from muranopl.workspace.completion import completion
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.tail import OpenCall
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.types import member_types, value_of

NOT_GIVEN = frozenset(
    {PropertyUsage.OUT, PropertyUsage.RUNTIME, PropertyUsage.STATIC, PropertyUsage.CONFIG}
)
"""The usages of properties whose values are not given from outside."""
_HIDDEN = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})
_CLASS = re.compile(r"(?:(?P<prefix>\w*):)?(?P<name>\w+)\Z")
_MADE = re.compile(r"(?:new|\$[\w.]*\.find)\((?P<class>(?:\w*:)?\w+)(?:,[^()]*)?\)\Z")
"""A call that gives an object of the class it names: nothing has looked that name up yet."""
_THIS = frozenset({"$", "$this"})


def members(cursor: Cursor, receiver: str, start: int) -> Iterator[Completion]:
    """Yield the properties and methods of an expression's value."""
    names: set[str] = set()
    for type_, is_class in _types_of(cursor, receiver):
        # Types of a union often have the same ancestor, and its members
        for proposal in _of_type(type_, start, is_class=is_class):
            if proposal.label not in names:
                names.add(proposal.label)
                yield proposal


def _of_type(type_: CompleteType, start: int, *, is_class: bool) -> Iterator[Completion]:
    for property_ in type_.properties.values():
        # A class has only static members
        if not is_class or property_.declaration.usage.value == "Static":
            yield _property(property_, type_.id, start)
    for method in type_.methods.values():
        if method.name in _HIDDEN or (is_class and not method.declaration.is_on_class):
            continue
        yield _method(method, type_.id, start)


def _property(member: Member[PropertyDeclaration], type_: TypeId, start: int) -> Completion:
    return completion.named(
        member.name,
        CompletionKind.PROPERTY,
        start,
        detail=contract_text(member.declaration.contract),
        words=property_words(member),
        order=2 if member.declaring == type_ else 3,
    )


def property_words(member: Member[PropertyDeclaration]) -> str:
    """Return the declaring class and the usage of a property, in Markdown."""
    usage = member.declaration.usage
    return f"Property of `{member.declaring.name}`. `{usage.value}`: {usage.words}"


def _method(member: Member[MethodDeclaration], type_: TypeId, start: int) -> Completion:
    declaration = member.declaration
    return completion.called(
        member.name,
        CompletionKind.METHOD,
        start,
        has_arguments=bool(declaration.arguments),
        detail=f"({', '.join(map(with_contract, declaration.arguments))})",
        words=f"Method of `{member.declaring.name}`.",
        order=3 if member.declaring == type_ else 4,
    )


def arguments(cursor: Cursor, call: OpenCall, start: int) -> Iterator[Completion]:
    """Yield the named arguments that a call may have and does not have yet."""
    # The first argument of new() is the class, the named ones are its properties
    if call.receiver is None and call.name == "new" and call.position:
        yield from _of_new(cursor, call, start)
    for method in called(cursor, call):
        for argument in method.arguments[call.position :]:
            if argument.name in call.names:
                continue
            if argument.usage is not ArgumentUsage.STANDARD:
                continue
            yield _argument(argument, f"Argument of method `{method.name}`.", start)


def _of_new(cursor: Cursor, call: OpenCall, start: int) -> Iterator[Completion]:
    """Yield the properties of the class that an object is made of."""
    type_ = named_class(cursor, call.first)
    for property_ in () if type_ is None else type_.properties.values():
        if property_.name in call.names or property_.declaration.usage in NOT_GIVEN:
            continue
        yield _argument(property_.declaration, property_words(property_), start)


def _argument(
    declared: ArgumentDeclaration | PropertyDeclaration, words: str, start: int
) -> Completion:
    return Completion(
        declared.name,
        CompletionKind.ARGUMENT,
        f"{declared.name} => ",
        start + 1,
        detail=contract_text(declared.contract),
        words=words,
        order=1,
    )


def called(cursor: Cursor, call: OpenCall) -> Iterator[MethodDeclaration]:
    """Yield the methods of classes that a call may mean."""
    if call.receiver is None:
        return
    for type_, _ in _types_of(cursor, call.receiver):
        member = type_.methods.get(call.name)
        if member is not None and call.name != CONSTRUCTOR:
            yield member.declaration


def _types_of(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    """Yield the types of a receiver, and whether it is the class itself."""
    own = cursor.class_
    if own is None:
        return
    if _CLASS.match(receiver) and ":" in receiver:
        type_ = named_class(cursor, receiver)
        if type_ is not None:
            yield type_, True
    elif receiver in _THIS:
        yield own, False
    elif (creation := _MADE.match(receiver)) is not None:
        type_ = named_class(cursor, creation["class"])
        if type_ is not None:
            yield type_, False
    else:
        yield from _inferred(cursor, receiver)


def _inferred(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    # Behind the value is what follows it, where the variables may be others
    column = cursor.location.start + 1
    at = At(cursor.analysis, cursor.reported_path, cursor.analysed_line, column)
    for type_ in member_types(at, value_of(at, receiver)):
        yield type_, False


def named_class(cursor: Cursor, written: str) -> CompleteType | None:
    """Return the class of a name as the document of the cursor spells it, or None."""
    match = _CLASS.match(written)
    if match is None:
        return None
    name = match["name"]
    namespace = cursor.namespaces.get(match["prefix"] or "=")
    if namespace is None:
        return None
    full = f"{namespace}.{name}" if namespace else name
    types = cursor.analysis.results.inheritance.types
    return next((type_ for id_, type_ in types.items() if id_.name == full), None)
