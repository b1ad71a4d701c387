"""Signatures of the call that the cursor is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from muranopl.ard.yaql.lexer import Dialect
from muranopl.language.contracts.functions import FUNCTIONS as CONTRACT_FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.shapes import ContractShape
from muranopl.semantics.abstract.functions.signatures import Signature, words_of
from muranopl.views.words.members import with_contract
from muranopl.workspace.completion.cursor import Cursor, cursor_at
from muranopl.workspace.completion.functions import available, signature_text
from muranopl.workspace.completion.members import called
from muranopl.workspace.completion.tail import OpenCall, tail_of
from muranopl.workspace.symbols.index import At


class CallParameter(msgspec.Struct, frozen=True):
    """A parameter: its part of the label, and words on it."""

    label: str
    name: str
    words: str = ""


class CallSignature(msgspec.Struct, frozen=True):
    """A signature, with words in Markdown; `active` is the parameter at the cursor, or None."""

    label: str
    words: str
    parameters: tuple[CallParameter, ...]
    active: int | None = None


def signature_help(at: At, text: str) -> list[CallSignature]:
    """Return the signatures that the call around a position may have, in their order.

    The arguments are those of `complete`. The list is empty outside of calls.
    """
    cursor = cursor_at(at, text)
    if cursor is None or cursor.shape is None:
        return []
    dialect = Dialect.UI if cursor.in_form else Dialect.MURANO
    calls = tail_of(cursor.location.text, dialect).calls
    if not calls or cursor.location.in_text:
        return []
    # Functions have several forms; some are written alike
    distinct = {item.label: item for item in _signatures(cursor, calls)}
    return [_active(item, calls[-1]) for item in distinct.values()]


def _signatures(cursor: Cursor, calls: Sequence[OpenCall]) -> Iterator[CallSignature]:
    call = calls[-1]
    function = CONTRACT_FUNCTIONS.get(call.name)
    in_predicate = any(outer.name == "check" for outer in calls[:-1])
    if isinstance(cursor.shape, ContractShape) and not in_predicate:
        if function is not None:
            yield _of_contract(function)
        return
    for method in called(cursor, call):
        yield _of_method(method)
    table = available(cursor)
    is_method = call.receiver is not None
    for form in (table.methods if is_method else table.functions)(call.name):
        yield _of_function(form, is_method=is_method)


def _of_contract(function: ContractFunction) -> CallSignature:
    parameters = tuple(
        CallParameter(item.name if item.required else f"{item.name}?", item.name, item.words)
        for item in function.parameters
    )
    return CallSignature(_label(function.name, parameters), function.words, parameters)


def _of_method(method: MethodDeclaration) -> CallSignature:
    parameters = tuple(
        CallParameter(with_contract(argument), argument.name) for argument in method.arguments
    )
    return CallSignature(_label(method.name, parameters), "", parameters)


def _of_function(form: Signature, *, is_method: bool) -> CallSignature:
    label = signature_text(form, is_method=is_method)
    written = label.partition("(")[2].rpartition(") ->")[0]
    own = form.parameters[1:] if is_method else form.parameters
    texts = written.split(", ") if written else []
    parameters = tuple(
        CallParameter(text, item.name) for text, item in zip(texts, own, strict=True)
    )
    return CallSignature(label, words_of(form), parameters)


def _label(name: str, parameters: Sequence[CallParameter]) -> str:
    return f"{name}({', '.join(item.label for item in parameters)})"


def _active(signature: CallSignature, call: OpenCall) -> CallSignature:
    """Return a signature with the parameter of the argument at the cursor."""
    names = [item.name for item in signature.parameters]
    index: int | None = call.position
    if call.names and len(call.names) > call.position:
        last = call.names[-1]
        index = names.index(last) if last in names else None
    elif call.position >= len(names):
        is_rest = names and signature.parameters[-1].label.startswith("*")
        index = len(names) - 1 if is_rest else None
    return msgspec.structs.replace(signature, active=index)
