"""Proposes functions of expressions, with their signatures."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from muranopl.language.grammar.known_names import CORE_LIBRARY, TEST_FIXTURE
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import (
    CORE,
    TEST,
    UI,
    YAQL,
    FunctionSignatures,
    Signature,
)
from muranopl.workspace.completion.completion import Completion, CompletionKind, called
from muranopl.workspace.completion.cursor import Cursor


def functions(cursor: Cursor, start: int, *, is_method: bool) -> Iterator[Completion]:
    """Yield the functions that are called on a value, or those that are called without a receiver."""
    for name, forms in _all(available(cursor), is_method=is_method):
        yield _proposal(name, forms, start, is_method=is_method)


def available(cursor: Cursor) -> FunctionSignatures:
    """Return the functions that expressions at the cursor may call."""
    if cursor.in_form:
        return signatures.functions(signatures.FIRST, frozenset({YAQL, UI}))
    places = set()
    if cursor.analysis.package.id.name == CORE_LIBRARY:
        places.add(CORE)
    if cursor.class_ is not None:
        above = {type_.name for type_ in cursor.class_.ancestors}
        if TEST_FIXTURE in above:
            places.add(TEST)
    format_ = cursor.format
    return signatures.functions((format_.major, format_.minor), frozenset(places))


@functools.lru_cache(32)
def _all(
    table: FunctionSignatures, *, is_method: bool
) -> Sequence[tuple[str, Sequence[Signature]]]:
    find = table.methods if is_method else table.functions
    functions = ((name, find(name)) for name in signatures.names())
    return tuple((name, forms) for name, forms in functions if forms)


def _proposal(name: str, forms: Sequence[Signature], start: int, *, is_method: bool) -> Completion:
    words = dict.fromkeys(map(signatures.words_of, forms))
    shown = "\n".join(signature_text(form, is_method=is_method) for form in forms)
    has_arguments = any(form.parameters[is_method:] for form in forms)
    return called(
        name,
        CompletionKind.FUNCTION,
        start,
        has_arguments=has_arguments,
        words="\n\n".join([*words, f"```\n{shown}\n```"]),
        order=6,
    )


def signature_text(form: Signature, *, is_method: bool) -> str:
    """Return a signature as the table has it, a method without its receiver."""
    written = form.line.split("(", 1)[1]
    parameters, _, result = written.rpartition(") -> ")
    shown = parameters.split(", ") if parameters else []
    if is_method:
        shown = shown[1:]
    return f"{form.name}({', '.join(shown)}) -> {result}"
