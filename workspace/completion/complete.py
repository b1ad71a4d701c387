"""Entry point of completion: asks each module that proposes something at the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from muranopl.language.grammar.shapes import (
    AnyOf,
    Code,
    ContractShape,
    FragmentShape,
    Instructions,
    NameKind,
    Of,
    OneOf,
    Plain,
    Shape,
    Table,
)
from muranopl.read.heat.readers import HeatCondition, HeatValue
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion import (
    fragments,
    heat_functions,
    heat_names,
    overriding,
    suppressed,
)
from muranopl.workspace.completion.class_names import listed_classes, required_packages
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.contracts import contracts
from muranopl.workspace.completion.cursor import Cursor, cursor_at, flow_cursor, prefix_cursor
from muranopl.workspace.completion.expected import shape_at
from muranopl.workspace.completion.expressions import expressions
from muranopl.workspace.completion.fitting import fitted
from muranopl.workspace.completion.flow import flow_of
from muranopl.workspace.completion.instructions import instructions
from muranopl.workspace.completion.keys import keys
from muranopl.workspace.completion.skeletons import skeletons
from muranopl.workspace.completion.values import values
from muranopl.workspace.symbols.index import At

_KEY = re.compile(r"[\w.?]*\Z")
"""What may be written of a key that the grammar has, or of a name."""


def complete(at: At, text: str, others: Sequence[Analysis] = ()) -> list[Completion]:
    """Return the proposals at a position of a file.

    `text` is the current text of the file, which the analysis need not know yet. `others` are analyses of
    further packages, whose classes are proposed as well.
    """
    cursor = cursor_at(at, text, others)
    if cursor is None:
        return []
    proposals: dict[tuple[str, str], Completion] = {}
    for proposal in _proposals(cursor):
        item = fitted(proposal, cursor.column + 1, cursor.rest)
        if item is not None:
            proposals.setdefault((item.label, item.text), item)
    return sorted(proposals.values(), key=lambda item: (item.order, item.label))


def _proposals(cursor: Cursor) -> Iterator[Completion]:
    if suppressed.is_comment(cursor):
        yield from suppressed.codes(cursor)
        return
    if cursor.in_heat_template and not _in_comment(cursor.before):
        yield from heat_names.names(cursor)
    cursor = prefix_cursor(cursor)
    location = cursor.location
    if cursor.shape is None or location.in_text or _in_comment(cursor.before):
        return
    flow = flow_of(location.text)
    if flow is not None:
        inner = flow_cursor(cursor, flow)
        shape = shape_at(cursor.shape, flow.steps)
        for item in _at(inner, shape, location.text[flow.start :], flow.in_value):
            yield from _in_brackets(item)
    else:
        yield from _at(cursor, cursor.shape, location.text, location.in_value)


def _in_brackets(item: Completion) -> Iterator[Completion]:
    """Yield a proposal on one line: what is a block has no place within brackets, but its key has."""
    first, _, below = item.text.partition("\n")
    if not below:
        yield item
    elif item.kind not in {CompletionKind.SKELETON, CompletionKind.INSTRUCTION}:
        yield msgspec.structs.replace(item, text=f"{first} ", snippet=False)


def _in_comment(before: str) -> bool:
    return before.lstrip().startswith("#") or " #" in before


def _at(cursor: Cursor, shape: Shape, text: str, in_value: bool) -> Iterator[Completion]:
    """Yield what may stand at the cursor; `text` is the written part of it."""
    # YAML needs a space there
    before = " " if in_value and not text and cursor.before.endswith(":") else ""
    for item in _of_shape(cursor, shape, text, in_value):
        yield msgspec.structs.replace(item, text=before + item.text) if before else item


def _of_shape(cursor: Cursor, shape: Shape, text: str, in_value: bool) -> Iterator[Completion]:
    if text.startswith(("'", '"')):
        return
    if isinstance(shape, ContractShape):
        yield from contracts(cursor, text, in_value=in_value)
    if isinstance(shape, (Code, ContractShape)) or _takes_code(shape):
        yield from expressions(cursor, shape, text)
    if isinstance(shape, (HeatValue, HeatCondition)):
        yield from heat_functions.proposals(cursor, shape, text, in_value=in_value)
        return
    if not in_value:
        yield from _keys(cursor, shape, text)
    is_item = cursor.location.steps[-1:] == (None,)
    if in_value or is_item or isinstance(shape, AnyOf):
        yield from values(cursor, shape, cursor.column - len(text))
    if isinstance(shape, FragmentShape) and (in_value or is_item):
        yield from expressions(cursor, shape, text)


def _takes_code(shape: Shape) -> bool:
    return isinstance(shape, (Plain, OneOf)) and shape.code


def _keys(cursor: Cursor, shape: Shape, text: str) -> Iterator[Completion]:
    """Yield the keys that may stand at the cursor, and what else a key may be."""
    if isinstance(shape, Instructions) and not cursor.location.siblings:
        yield from expressions(cursor, shape, text)
    if not _KEY.match(text):
        return
    if isinstance(shape, Instructions):
        yield from instructions(cursor)
        return
    yield from keys(cursor, shape)
    yield from skeletons(cursor, shape)
    if isinstance(shape, FragmentShape):
        yield from fragments.properties(cursor)
    elif isinstance(shape, Table):
        yield from _names(cursor, shape)


def _names(cursor: Cursor, shape: Table) -> Iterator[Completion]:
    if shape.keys is NameKind.PACKAGE:
        yield from required_packages(cursor)
    elif shape.keys is NameKind.CLASS and not shape.single:
        yield from listed_classes(cursor)
    elif isinstance(shape.entry, Code):
        yield from fragments.meta_properties(cursor)
    elif isinstance(shape.entry, Of):
        yield from overriding.inherited(cursor, shape.entry.kind)
