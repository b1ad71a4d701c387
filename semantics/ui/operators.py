"""Operators in UI definitions: their operands and results."""

from __future__ import annotations

from muranopl.expression.tree import Index
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import constant_of
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Items,
    Value,
    union,
)
from muranopl.semantics.ui.lacking import report_lacking
from muranopl.semantics.ui.scope import Scope


def index(tree: Index, receiver: Value, given: CallArguments, scope: Scope) -> Value:
    """Evaluate `x[y]`: an item of a list, or all items for which y is true.

    Nothing else has items.
    """
    if receiver.alternatives is None:
        return UNKNOWN
    lacking = [
        alternative
        for alternative in receiver.alternatives
        if alternative.kind & ~kinds.ITEMS
    ]
    if lacking:
        report_lacking(tree, receiver, lacking, "items", scope)
    lists = [
        alternative
        for alternative in receiver.alternatives
        if isinstance(alternative, Items)
    ]
    if len(given.positional) == 1:
        number = constant_of(given.positional[0].value)
    else:
        number = None
    if not isinstance(number, int):
        return UNKNOWN
    match = [_item(list_, number) for list_ in lists]
    return union(match) if match else UNKNOWN


def _item(items: Items, at: int) -> Value:
    if items.items is None:
        return UNKNOWN  # lazy sequences have no items by number
    return items.items[at] if -len(items.items) <= at < len(items.items) else UNKNOWN
