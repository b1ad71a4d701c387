"""Proposes names in expressions: variables, members, functions, classes, arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from muranopl.ard.yaql.lexer import Dialect
from muranopl.language.contracts.functions import FUNCTIONS as CONTRACT_FUNCTIONS
from muranopl.language.contracts.functions.declaration import ParameterForm
from muranopl.language.grammar.shapes import ContractShape, Shape
from muranopl.workspace.completion import form_expressions, members
from muranopl.workspace.completion.class_names import class_names
from muranopl.workspace.completion.completion import Completion, CompletionKind, called, named
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.functions import functions
from muranopl.workspace.completion.location import locate, parse_line
from muranopl.workspace.completion.tail import OpenCall, Tail, tail_of

_CONSTANTS = {"true": "True.", "false": "False.", "null": "No value."}
_TAKING_CLASS = frozenset({"new", "cast", "find", "type", "typeinfo"})
_VARIABLE = re.compile(r"\$([^\W\d]\w*)")
_OWN = {
    "$": "The current object; in a predicate, the value; in an argument of a function such as `select()`, "
    "the item.",
    "$this": "The current object.",
}


_LOCAL = "Variable of the method."


def expressions(cursor: Cursor, shape: Shape, text: str) -> Iterator[Completion]:
    """Yield the proposals in an expression; `text` is its part before the cursor."""
    dialect = Dialect.UI if cursor.in_form else Dialect.MURANO
    tail = tail_of(text, dialect)
    if tail.is_quoted or (tail.after_operand and not tail.word):
        return
    start = cursor.column - (len(text) - tail.start)
    is_contract = isinstance(shape, ContractShape) and not _in_predicate(tail)
    if cursor.in_form:
        yield from form_expressions.proposals(cursor, tail, start)
    elif tail.receiver is not None:
        if is_contract and tail.receiver.startswith("$"):
            yield from contract_functions(tail.receiver, start)
        else:
            yield from members.members(cursor, tail.receiver, start)
            yield from functions(cursor, start, is_method=True)
    elif tail.prefix is not None:
        yield from _with_prefix(cursor, tail.prefix, start)
    else:
        yield from _names(cursor, tail, start, is_contract=is_contract)


def _with_prefix(cursor: Cursor, prefix: str, start: int) -> Iterator[Completion]:
    """Yield the classes after a prefix, which is written already."""
    if prefix != "=":
        yield from class_names(cursor, start - 1 - len(prefix), code=True)
        return
    for proposal in class_names(cursor, start, code=True):
        if proposal.text.startswith(":"):
            yield msgspec.structs.replace(proposal, text=proposal.text[1:])


def _names(cursor: Cursor, tail: Tail, start: int, *, is_contract: bool) -> Iterator[Completion]:
    call = tail.calls[-1] if tail.calls else None
    if is_contract:
        if call is not None and _takes_class(call):
            yield from class_names(cursor, start, code=True)
        return
    yield from _variables(cursor, start)
    if tail.word.startswith("$"):
        return
    if call is not None:
        yield from members.arguments(cursor, call, start)
    yield from functions(cursor, start, is_method=False)
    if (call is not None and call.name in _TAKING_CLASS) or tail.word:
        yield from class_names(cursor, start, code=True)
    for word, words in _CONSTANTS.items():
        yield named(word, CompletionKind.WORD, start, words=words, order=7)


def _in_predicate(tail: Tail) -> bool:
    """Return whether the cursor is in an argument that is any expression."""
    return any(call.name == "check" for call in tail.calls)


def _takes_class(call: OpenCall) -> bool:
    function = CONTRACT_FUNCTIONS.get(call.name)
    if function is None or call.position >= len(function.parameters):
        return False
    return function.parameters[call.position].form is ParameterForm.CLASS


def contract_functions(receiver: str, start: int) -> Iterator[Completion]:
    """Yield the functions of contracts: those of types first, restrictions first behind one."""
    for name, function in CONTRACT_FUNCTIONS.items():
        parameters = ", ".join(parameter.name for parameter in function.parameters)
        yield called(
            name,
            CompletionKind.FUNCTION,
            start,
            has_arguments=bool(function.parameters),
            detail=f"({parameters})",
            words=function.words,
            order=2 if function.gives_type == (receiver == "$") else 3,
        )


def _variables(cursor: Cursor, start: int) -> Iterator[Completion]:
    """Yield the variables that the code above sets, and `$` and `$this`."""
    for name, words in _OWN.items():
        yield named(name, CompletionKind.VARIABLE, start, words=words, order=3)
    steps = cursor.location.steps
    if "Methods" not in steps[:1] and "Workflow" not in steps[:1]:
        return
    for name, words in _of_method(cursor).items():
        if name != "$this":
            yield named(name, CompletionKind.VARIABLE, start, words=words, order=2)


def _of_method(cursor: Cursor) -> dict[str, str]:
    """Return the variables of the method around the cursor: its arguments, and what it sets."""
    numbers = cursor.location.lines
    begin = numbers[1] if len(numbers) > 1 else cursor.line
    result: dict[str, str] = {}
    for number in range(begin, cursor.line):
        text = cursor.lines[number]
        for name in _VARIABLE.findall(text):
            result.setdefault(f"${name}", _LOCAL)
        result.update(_set_in(text, number, cursor.lines))
    return result


def _set_in(text: str, number: int, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what a line declares: an argument, or the variable of `For` or `As`."""
    line = parse_line(text)
    if not line.entries:
        return
    key = line.entries[-1].key
    if key in {"For", "As"} and line.rest:
        yield f"${line.rest.split()[0]}", _LOCAL
    elif line.entries[0].key is None and key is not None and not line.rest:
        steps = locate(lines, number, line.entries[-1].column).steps
        if steps[2:] == ("Arguments", None):
            yield f"${key}", "Argument of the method."
