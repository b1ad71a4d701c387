"""Receivers without attributes and items: null, text and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Binary, Index
from muranopl.semantics.abstract.values import (
    Alternative,
    Null,
    Value,
    described,
    null_notes,
    of,
)
from muranopl.semantics.ui.scope import MissingForm, Scope


def report_lacking(
    tree: Binary | Index,
    value: Value,
    lacking: Sequence[Alternative],
    wanted: str,
    scope: Scope,
    *,
    suggestion: str | None = None,
) -> None:
    """Report a receiver without attributes or items: certainly, or (a warning) if it may be null.

    If null results from an undefined name, only that is reported.
    """
    sure = len(lacking) == len(value.alternatives or ())
    nulls = [item for item in lacking if isinstance(item, Null)]
    missing = [item for item in nulls if isinstance(item, MissingForm)]
    for form in missing:
        scope.definition.missing_form(form, tree, scope if sure else scope.perhaps())
    blamed = scope.blame(nulls, sure=sure)
    if (
        missing
        or blamed
        or not (sure or (scope.certain and len(nulls) == len(lacking)))
    ):
        return
    scope.report(
        rules.NULL_ATTRIBUTE,
        tree,
        severity=None if sure else Severity.WARNING,
        text=scope.text(tree.left if isinstance(tree, Binary) else tree.receiver),
        found=("" if sure else "perhaps ") + described(value if sure else of(nulls)),
        wanted=wanted,
        notes=null_notes(nulls),
        suggestion=suggestion,
    )
