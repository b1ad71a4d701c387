"""Infers attributes and items of values, such as `$.form.field` and `$.form.field[0]`.

Null, text and numbers have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.ard.yaql.tree import Binary, Index, Variable
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import constant_of
from muranopl.semantics.abstract.value_contents import described, null_notes
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Alternative,
    Dictionary,
    Items,
    Null,
    Value,
    of,
    one,
    union,
)
from muranopl.semantics.forms.scope import EvaluationStage, FormData, FormsData, MissingForm, Scope

_WITHOUT = kinds.NULL | kinds.STRING | kinds.INT | kinds.FLOAT | kinds.BOOL
"""Kinds without attributes; the attributes of a list are those of its items."""
_OF_ITEMS = "an attribute of a list is read from each item"


def attribute(tree: Binary, receiver: Value, name: str, scope: Scope) -> Value:
    """Return the value of an attribute.

    Report receivers without attributes: null, text and numbers.
    """
    if receiver.alternatives is None:
        return UNKNOWN
    lacking = [item for item in receiver.alternatives if _lacks_attributes(item)]
    if lacking:
        from muranopl.semantics.bodies.rewriting import of_other_languages

        suggestion = (
            _of_all_data(tree, name, scope)
            or of_other_languages(tree, scope)
            or _by_number(tree, lacking, scope)
        )
        notes = (_OF_ITEMS,) if any(isinstance(item, Items) for item in lacking) else ()
        attribute = f'attribute "{name}"'
        _report_lacking(
            tree, receiver, lacking, attribute, scope, suggestion=suggestion, notes=notes
        )
    left = (item for item in receiver.alternatives if item not in lacking)
    return union(_attribute(tree, item, name, scope) for item in left)


def _lacks_attributes(value: Alternative) -> bool:
    """Return whether reading any attribute fails; of a list, for some item that it has."""
    if not isinstance(value, Items):
        return bool(value.kind & _WITHOUT)
    certain = value.items or ()
    if value.item is not None and value.least:
        certain = (value.item,)
    # A null that is blamed on a name is reported there.
    return any(
        item.alternatives is not None
        and item.blamed is None
        and all(map(_lacks_attributes, item.alternatives))
        for item in certain
    )


def _by_number(tree: Binary, lacking: Sequence[Alternative], scope: Scope) -> str | None:
    """Return how to read an item of a list whose number of items is known, or None."""
    if not all(isinstance(item, Items) and item.items for item in lacking):
        return None
    return f"write `{scope.text(tree.left)}[0]` for the first item"


def _attribute(tree: Binary, receiver: Alternative, name: str, scope: Scope) -> Value:
    if isinstance(receiver, FormsData):
        return scope.definition.form(receiver, name)
    if isinstance(receiver, FormData):
        return scope.definition.field(receiver, name, tree, scope)
    if isinstance(receiver, Dictionary) and receiver.entries is not None:
        missing = one(Null(because=f'if "{name}" is missing'))
        return receiver.entries.get(name, missing)
    return UNKNOWN


def _of_all_data(tree: Binary, name: str, scope: Scope) -> str | None:
    """Return how to read a form where `$` is the value that a function processes, or None."""
    is_value = scope.inner and isinstance(tree.left, Variable) and tree.left.name == "$"
    if is_value and scope.stage is EvaluationStage.MODEL and scope.definition.has_form(name):
        return f"write `$forms.{name}`: `$` is the value here, not the data of forms"
    return None


def item(tree: Index, receiver: Value, arguments: CallArguments, scope: Scope) -> Value:
    """Evaluate `x[y]`: an item of a list, or all items for which y is true.

    Nothing else has items.
    """
    if receiver.alternatives is None:
        return UNKNOWN
    lacking = [other for other in receiver.alternatives if other.kind & ~kinds.ITEMS]
    if lacking:
        _report_lacking(tree, receiver, lacking, "items", scope)
    number = None
    if len(arguments.positional) == 1:
        number = constant_of(arguments.positional[0].value)
    if not isinstance(number, int):
        return UNKNOWN
    return union(_item(list_, number) for list_ in receiver.alternatives if list_ not in lacking)


def _item(items: Alternative, at: int) -> Value:
    if not isinstance(items, Items) or items.items is None:
        return UNKNOWN  # lazy sequences have no items by number
    return items.items[at] if -len(items.items) <= at < len(items.items) else UNKNOWN


def _report_lacking(
    tree: Binary | Index,
    value: Value,
    lacking: Sequence[Alternative],
    wanted: str,
    scope: Scope,
    *,
    suggestion: str | None = None,
    notes: tuple[str, ...] = (),
) -> None:
    """Report a receiver without attributes or items: certainly, or (a warning) if it may be null.

    If null results from an undefined name, only that is reported.
    """
    sure = len(lacking) == len(value.alternatives or ())
    nulls = [item for item in lacking if isinstance(item, Null)]
    missing = [item for item in nulls if isinstance(item, MissingForm)]
    for form in missing:
        scope.definition.missing_form(form, tree, scope if sure else scope.perhaps())
    blamed = scope.blame([of(nulls)], sure=sure)
    if missing or blamed or not (sure or (scope.certain and len(nulls) == len(lacking))):
        return
    scope.report(
        rules.NULL_ATTRIBUTE,
        tree,
        severity=None if sure else Severity.WARNING,
        text=scope.text(tree.left if isinstance(tree, Binary) else tree.receiver),
        found=("" if sure else "possibly ") + described(value if sure else of(nulls)),
        wanted=wanted,
        notes=null_notes(nulls) or notes,
        suggestion=suggestion,
    )
