"""Proposes whole contracts, which are made of the declared contract functions."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import msgspec

from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.conversions import INT, STRING
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.contracts.functions.restrictions import NOT_NULL
from muranopl.language.contracts.parse import parse_contract
from muranopl.views.words.contract_words import contract_words
from muranopl.views.words.markdown import block, bullets, code, paragraphs, sentence
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.snippets import escaped, plain_text

_BEGINNING = re.compile(r"\$?|\w+")
_ITEM, _VALUE = (f"\\$.${{{number}:{STRING.name}()}}" for number in (1, 2))
_NUMBER = f"\\$.${{2:{INT.name}()}}"
_ENTRIES = (f"${{1:name}}: {_VALUE}", f"{_ITEM}: {_NUMBER}")
_FLOW = (f"[{_ITEM}]", f"[{_ITEM}, ${{2:1}}, ${{3:9}}]", *(f"{{{entry}}}" for entry in _ENTRIES))


class _ContractForm(msgspec.Struct, frozen=True):
    """A contract to fill in; its label has the names of parameters as arguments."""

    label: str
    snippet: str
    functions: tuple[ContractFunction, ...] = ()
    order: int = 4


def contracts(cursor: Cursor, text: str, *, in_value: bool) -> Iterator[Completion]:
    """Yield the contracts that may begin at the cursor; `text` is the written part of one."""
    if not _BEGINNING.fullmatch(text):
        return
    start = cursor.column - len(text)
    before = cursor.lines[cursor.line][:start].rstrip()
    is_single = in_value or cursor.location.steps[-1:] == (None,)
    forms: list[_ContractForm] = []
    if is_single or not (cursor.location.siblings or before):
        forms += _chains()
    if is_single:
        forms += map(_collection, _FLOW)
    else:
        forms += map(_collection, _ENTRIES)
        # A list below its key, and neither in brackets nor beside other keys
        forms += [_collection(f"- {_ITEM}")] if not (before or cursor.location.siblings) else []
    for form in forms:
        yield _proposal(form, start)


def _chains() -> Iterator[_ContractForm]:
    """Yield the calls of a function that gives a type, alone and with each restriction of it."""
    functions = FUNCTIONS.values()
    for type_ in ((), *((function,) for function in functions if function.gives_type)):
        yield _chain(*type_)
        leaves = type_[0].leaves if type_ else kinds.ANY
        for restriction in functions:
            # One of other values, such as `owned()` of a string, accepts nothing but null
            if not restriction.gives_type and not leaves & ~restriction.gives & kinds.NOT_NULL:
                yield _chain(*type_, restriction)


def _chain(*called: ContractFunction) -> _ContractForm:
    label, snippet, stops = "$", "\\$", 0
    for function in called:
        names = [item.name for item in function.parameters if item.required]
        label += f".{function.name}({', '.join(names)})"
        snippet += f".{function.name}({', '.join(f'${stops + n}' for n, _ in enumerate(names, 1))})"
        stops += len(names)
    is_usual = all(function.gives_type or function is NOT_NULL for function in called)
    return _ContractForm(label, snippet, called, 2 if is_usual else 3)


def _collection(snippet: str) -> _ContractForm:
    return _ContractForm(plain_text(snippet), snippet)


def _proposal(form: _ContractForm, start: int) -> Completion:
    words, is_snippet = _words(form.label), form.snippet != escaped(form.label)
    functions = (f"{code(f'{item.name}()')}: {item.words}" for item in form.functions)
    return Completion(
        form.label,
        CompletionKind.SKELETON,
        form.snippet if is_snippet else form.label,
        start + 1,
        snippet=is_snippet,
        detail=words.replace("`", ""),
        words=paragraphs(block(form.label), sentence(words), bullets(functions)),
        order=form.order,
    )


@functools.cache
def _words(written: str) -> str:
    """Return the values that a contract accepts, in words."""
    (node,) = load(written.encode(), File("", ""), Findings(), dialect=Dialect.MURANO)
    return contract_words(parse_contract(node, Findings(), ""), {})
