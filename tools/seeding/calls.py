"""Kinds of defects: calls that cannot be made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    Literal,
    Omitted,
    Pair,
    Variable,
    children,
)
from muranopl.language.grammar.instructions.statements import Evaluate
from muranopl.language.grammar.method import MethodUsage
from muranopl.semantics.abstract.functions.signatures import named
from seeding.bodies import MethodBody
from seeding.edits import Edit, Mutation, change, changing
from seeding.name_index import NameIndex, functions, is_number, needs_last, positional, takes_more
from seeding.names import SELF, is_on_receiver, method_calls

SCALARS = ("$.string()", "$.int()", "$.bool()")
NO_NUMBER = "'no number'"


def counts(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """One argument more or one less, if that is certain to be wrong."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call) and not any(
            isinstance(argument, (Pair, Omitted)) for argument in part.arguments
        ):
            if id(part) in on_receiver:
                yield from _method_counts(node, part, index)
            else:
                yield from _function_counts(node, part)


def _method_counts(node: Yaql, call: Call, index: NameIndex) -> Iterator[Mutation]:
    declared, count = index.declared(call.name), len(call.arguments)
    if declared and not any(takes_more(item, count) for item in declared):
        yield _one_more(node, call)
    if declared and all(needs_last(item, count) for item in declared):
        yield _one_less(node, call)


def _function_counts(node: Yaql, call: Call) -> Iterator[Mutation]:
    forms, count = functions(call.name), len(call.arguments)
    if forms and not any(
        len(form.parameters) > count or any(one.rest for one in form.parameters) for form in forms
    ):
        yield _one_more(node, call)
    least = min(
        (sum(not (one.optional or one.rest) for one in form.parameters) for form in forms),
        default=0,
    )
    if 0 < count <= least:
        yield _one_less(node, call)


def _one_more(node: Yaql, call: Call) -> Mutation:
    return changing(node, call.end - 1, call.end - 1, ", 1" if call.arguments else "1")


def _one_less(node: Yaql, call: Call) -> Mutation:
    last = call.arguments[-1]
    start = call.arguments[-2].end if len(call.arguments) > 1 else last.start
    return changing(node, start, last.end, "")


def receivers(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """A call with a wrong receiver: `$` for a property, its class for `$`, or no object."""
    if body.facts is None or body.method.usage in {MethodUsage.STATIC, MethodUsage.EXTENSION}:
        return
    for node in body.expressions:
        for part in _outside_arguments(node.tree):
            if isinstance(part, Binary) and part.operator == "." and isinstance(part.right, Call):
                yield from _moved(node, part.left, part.right, body, index)


def _outside_arguments(tree: Expression) -> Iterator[Expression]:
    """The parts in which `$` is certain to be the object."""
    yield tree
    if not isinstance(tree, Call):
        for part in children(tree):
            yield from _outside_arguments(part)


def _moved(
    node: Yaql, receiver: Expression, call: Call, body: MethodBody, index: NameIndex
) -> Iterator[Mutation]:
    facts = body.facts or {}
    if _is_self(receiver) and call.name in facts["methods"]:
        name = facts["name"].removeprefix(f"{body.prefixes.get('=')}.")
        if facts["methods"][call.name]["usage"] != "Static" and "." not in name:
            yield changing(node, receiver.start, receiver.end, f":{name}")
        if index.declared(call.name):
            yield _on_scalar(node, receiver, facts)
    if isinstance(receiver, Binary) and receiver.operator == "." and _is_self(receiver.left):
        known_method = call.name in facts["methods"] or any(
            form.is_method for form in named(call.name)
        )
        if isinstance(receiver.right, Keyword) and not known_method:
            yield changing(node, receiver.left.end, receiver.end, "")


def _is_self(part: Expression) -> bool:
    return isinstance(part, Variable) and part.name in SELF


def _on_scalar(
    node: Yaql, receiver: Expression, facts: dict[str, dict[str, dict[str, str]]]
) -> Mutation:
    def make(random: Random) -> Edit | None:
        properties = facts["properties"].items()
        names = sorted(
            name for name, value in properties if value.get("contract", "").startswith(SCALARS)
        )
        return (
            change(node, receiver.end, receiver.end, f".{random.choice(names)}") if names else None
        )

    return make


def as_function(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """`$.method()` without its `$.`."""
    for node, part in body.parts:
        if (
            isinstance(part, Binary)
            and part.operator == "."
            and _is_self(part.left)
            and isinstance(part.right, Call)
        ):
            name = part.right.name
            if index.declared(name) and not functions(name):
                yield changing(node, part.start, part.right.start, "")


def without_parentheses(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """An instruction `$.method()` without `()`."""
    plain = {id(node) for node in body.expressions}
    for instruction in body.instructions:
        tree = instruction.expression.tree if isinstance(instruction, Evaluate) else None
        if tree is not None and is_on_receiver(tree) and isinstance(tree.right, Call):
            call = tree.right
            fits = not call.arguments and call.name not in index.properties
            if isinstance(instruction, Evaluate) and id(instruction.expression) in plain and fits:
                yield changing(instruction.expression, call.start + len(call.name), call.end, "")


def added_numbers(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A number as operand of a text addition, and a number added to a text argument."""
    for node, part in body.parts:
        if isinstance(part, Binary) and part.operator == "+":
            if _ends_as_text(part.left) and not _is_text(part.right):
                yield changing(node, part.right.start, part.right.end, "5")
            elif _is_text(part.right) and not (
                isinstance(part.left, Binary) or _is_text(part.left)
            ):
                yield changing(node, part.left.start, part.left.end, "5")
        elif isinstance(part, Call):
            for argument in filter(_is_text, part.arguments):
                yield changing(node, argument.end, argument.end, " + 1")


def _is_text(part: Expression) -> bool:
    return isinstance(part, Literal) and isinstance(part.value, str)


def _ends_as_text(part: Expression) -> bool:
    return _is_text(part) or (
        isinstance(part, Binary) and part.operator == "+" and _is_text(part.right)
    )


def refused(body: MethodBody, index: NameIndex) -> Iterator[Mutation]:
    """A text where all methods of the name, or all properties of `new()`, take a number."""
    on_receiver = method_calls(body.parts)
    for node, part in body.parts:
        if isinstance(part, Call):
            is_new = part.name == "new" and id(part) not in on_receiver
            for at, argument in enumerate(part.arguments):
                number = (
                    _given_number(argument, index)
                    if is_new
                    else _takes_number(part, at, argument, index)
                )
                if number and (is_new or id(part) in on_receiver):
                    value = argument.value if isinstance(argument, Pair) else argument
                    yield changing(node, value.start, value.end, NO_NUMBER)


def _given_number(argument: Expression, index: NameIndex) -> bool:
    key = argument.key if isinstance(argument, Pair) else None
    return isinstance(key, Keyword) and is_number(index.contracts.get(key.name, []))


def _takes_number(call: Call, at: int, argument: Expression, index: NameIndex) -> bool:
    key = argument.key if isinstance(argument, Pair) else None
    name = key.name if isinstance(key, Keyword) else None
    contracts = []
    for method in index.declared(call.name):
        arguments = positional(method)
        chosen = (
            arguments[at : at + 1]
            if key is None
            else [item for item in arguments if item.name == name]
        )
        contracts.append(chosen[0].contract if chosen else None)
    return is_number(contracts) and not isinstance(argument, Omitted)
