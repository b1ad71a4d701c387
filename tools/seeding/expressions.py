"""Kinds of defects in expressions of method bodies that change what can be read at all."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Scalar, walk
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Literal, Pair, Variable
from muranopl.language.contracts.functions.conversions import INT
from muranopl.language.contracts.functions.objects import CLASS
from muranopl.language.contracts.tree import Chain, Contract
from seeding.bodies import MethodBody
from seeding.edits import Mutation, changing, replacing
from seeding.name_index import NameIndex, positional
from seeding.names import SELF, is_on_receiver, method_calls

_CAPITALISED = {True: "True", False: "False", None: "None"}
_OPERATORS = frozenset({"+", "-", "*", "/", "<", ">", "<=", ">=", "and", "or"})


def lost_closing(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A `)` less: what was an expression is text."""
    for node, part in body.parts:
        if isinstance(part, Call):
            yield changing(node, part.end - 1, part.end, "")


def lost_opening(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A `(` less."""
    for node, part in body.parts:
        if isinstance(part, Call):
            at = part.start + len(part.name)
            yield changing(node, at, at + 1, "")


def lost_quotes(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A quote less around a literal."""
    for node, part in body.parts:
        if (
            isinstance(part, Literal)
            and isinstance(part.value, str)
            and node.text.count(node.text[part.start]) == 2
        ):
            yield changing(node, part.start, part.start + 1, "")
            yield changing(node, part.end - 1, part.end, "")


def capitalised(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """`True`, `False`, `None` in an expression, and `None` as a value."""
    for node, part in body.parts:
        if isinstance(part, Literal) and (part.value is None or isinstance(part.value, bool)):
            yield changing(node, part.start, part.end, _CAPITALISED[part.value])
    for value in walk(body.node):
        if isinstance(value, Scalar) and value.plain and value.value is None:
            yield from replacing(value, "None")


def bare_words(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """The name of a property without its `$.`, as an operand or the argument of a function."""
    own = body.facts["properties"] if body.facts else {}
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        for operand in _operands(part, id(part) in on_receiver):
            if (
                is_on_receiver(operand)
                and isinstance(operand.left, Variable)
                and operand.left.name in SELF
            ):
                name = operand.right
                if isinstance(name, Keyword) and name.name in own:
                    yield changing(node, operand.start, name.start, "")


def _operands(part: Expression, on_receiver: bool) -> tuple[Expression, ...]:
    if isinstance(part, Binary) and part.operator in _OPERATORS:
        return part.left, part.right
    return part.arguments[:1] if isinstance(part, Call) and not on_receiver else ()


def swapped_arguments(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """Two arguments next to one another, where a text comes to stand for a number or an object."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call) and id(part) in on_receiver:
            for at in range(len(part.arguments) - 1):
                left, right = part.arguments[at : at + 2]
                if (
                    not isinstance(left, Pair)
                    and not isinstance(right, Pair)
                    and _is_wrong(part, at, index)
                ):
                    text = (
                        f"{node.text[right.start : right.end]}, {node.text[left.start : left.end]}"
                    )
                    yield changing(node, left.start, right.end, text)


def _is_wrong(call: Call, at: int, index: NameIndex) -> bool:
    """Whether the text that is one of two arguments is refused for the other."""
    left, right = call.arguments[at : at + 2]
    declared = index.declared(call.name)
    texts = [(argument, to) for argument, to in ((left, at + 1), (right, at)) if _is_text(argument)]
    return bool(declared and texts) and all(
        to < len(positional(method)) and _refuses_text(positional(method)[to].contract)
        for method in declared
        for _, to in texts
    )


def _is_text(part: Expression) -> bool:
    return isinstance(part, Literal) and isinstance(part.value, str) and not part.value.isdigit()


def _refuses_text(contract: Contract | None) -> bool:
    return (
        isinstance(contract, Chain) and not contract.irregular and contract.function in (INT, CLASS)
    )
