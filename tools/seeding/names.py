"""Kinds of defects: names misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, text_of
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Pair, Unary, Variable, walk
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS, PARTS
from muranopl.language.grammar.instructions.exceptions import Try
from muranopl.language.grammar.instructions.statements import Assign, Evaluate
from muranopl.language.grammar.method import ArgumentUsage
from seeding.bodies import MethodBody
from seeding.edits import Mutation, misspelling, misspelling_scalar
from seeding.name_index import NameIndex

DOTS = frozenset({".", "?."})
SELF = frozenset({"$", "$this"})


def is_on_receiver(part: Expression) -> TypeGuard[Binary]:
    """Whether this is a call or name after a dot, with its receiver."""
    return isinstance(part, Binary) and part.operator in DOTS


def method_calls(parts: Iterable[tuple[Yaql, Expression]]) -> set[int]:
    """The ids of the calls that have a receiver, among the parts of some expressions."""
    return {id(part.right) for _, part in parts if is_on_receiver(part)}


def properties(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """`.name` without a call, on whatever receiver.

    Results of methods are left out, as methods do not declare their type, and expressions that
    `inject()` evaluates elsewhere, with another `$`.
    """
    elsewhere = {id(item) for part in _injections(body) for item in walk(part)}
    for node, part in body.parts:
        if not (is_on_receiver(part) and isinstance(part.right, Keyword)) or id(part) in elsewhere:
            continue
        if not any(
            isinstance(item, Call) and index.declared(item.name) for item in walk(part.left)
        ):
            yield misspelling(node, part.right.start, part.right.end, index.properties)


def _injections(body: MethodBody) -> Iterator[Expression]:
    """The calls of `inject()`, of the test runner."""
    return (part for _, part in body.parts if isinstance(part, Call) and part.name == "inject")


def methods(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """`.name(`, on whatever receiver."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call) and id(part) in on_receiver:
            yield misspelling(node, part.start, part.start + len(part.name), index.callables)


def functions(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """`name(` without a receiver."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call) and id(part) not in on_receiver:
            yield misspelling(node, part.start, part.start + len(part.name), index.callables)


def variables(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """A use of `$name`; the variable that an assignment leads through is none."""
    names = {name[1:] for name in index.variables}
    for node, part in body.parts:
        if isinstance(part, Variable) and part.name not in SELF and not part.name[1:].isdigit():
            is_target = id(node) in body.targets and part.start == 0
            if not is_target:
                yield misspelling(node, part.start + 1, part.end, names)


def keywords(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A keyword of an instruction, also of the clauses of Catch."""
    for instruction in body.instructions:
        if isinstance(instruction.node, Mapping) and not isinstance(
            instruction, (Assign, Evaluate)
        ):
            yield from _keys(instruction.node)
            if isinstance(instruction, Try):
                yield from _keys(instruction.node.get("Catch"))


def _keys(node: Node | None) -> Iterator[Mutation]:
    for clause in node.items if isinstance(node, Sequence) else (node,):
        for key, _ in clause.pairs if isinstance(clause, Mapping) else ():
            if (
                isinstance(key, Scalar)
                and key.plain
                and (text_of(key) in CONSTRUCTS or text_of(key) in PARTS)
            ):
                yield from misspelling_scalar(key, {*CONSTRUCTS, *PARTS})


def classes(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """The name after a colon: `ns:Name`, `:Name`, in `new(...)` and elsewhere."""
    for node, part in body.parts:
        name = _class_name(part)
        if name is not None:
            yield misspelling(node, name.start, name.end, index.classes)


def _class_name(part: Expression) -> Keyword | None:
    name: Expression | None = None
    if isinstance(part, Binary) and part.operator == ":":
        name = part.right
    elif isinstance(part, Unary) and part.operator == ":":
        name = part.operand
    return name if isinstance(name, Keyword) else None


def prefixes(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """The prefix in `ns:Name`."""
    for node, part in body.parts:
        if isinstance(part, Binary) and part.operator == ":" and isinstance(part.left, Keyword):
            yield misspelling(node, part.left.start, part.left.end, body.prefixes)


def named_arguments(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """`name => value` in a call of a method that a class declares, or in `new()`."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call) and _names_matter(part, id(part) in on_receiver, index):
            for argument in part.arguments:
                if isinstance(argument, Pair) and isinstance(argument.key, Keyword):
                    names = index.arguments | index.properties
                    yield misspelling(node, argument.key.start, argument.key.end, names)


def _names_matter(call: Call, on_receiver: bool, index: NameIndex) -> bool:
    if call.name == "new" and not on_receiver:
        return True
    declared = index.declared(call.name) if on_receiver else []
    takes_any = any(
        argument.usage is ArgumentUsage.KW_ARGS
        for method in declared
        for argument in method.arguments
    )
    return bool(declared) and not takes_any
