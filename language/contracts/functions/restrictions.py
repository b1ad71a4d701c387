"""`notNull()` and `check()` (language/muranopl.txt, Contract; measured: conformance/contracts.json, check.*)."""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.model import Function, Predicate, RefusedError, Setting


def _not_null(value: Any, _: None, __: Setting, path: ModelPath) -> Any:
    if value is None:
        what = "null is refused by notNull()" if path.has_own_source() else "none is given"
        raise RefusedError(f"a value is required, {what}")
    return value


def _check(value: Any, predicate: Predicate, setting: Setting, path: ModelPath) -> Any:
    """A reference to an object that is not loaded yet passes; it is checked when it is."""
    if setting.is_reference(value) or setting.holds(value, predicate, path):
        return value
    text = predicate.node.text[predicate.expression.start : predicate.expression.end]
    shortened = text if len(text) <= 80 else f"{text[:77]}..."
    problem = f"{setting.shown(value)} does not pass check({shortened})"
    raise RefusedError(f"{predicate.message} ({problem})" if predicate.message else problem)


NOT_NULL = Function(
    "notNull",
    gives=kinds.ANY & ~kinds.NULL,
    validates=kinds.ANY & ~kinds.NULL,
    converts=kinds.ANY & ~kinds.NULL,
    transform=_not_null,
    validate=_not_null,
)
CHECK = Function("check", gives=kinds.ANY, validates=kinds.ANY, converts=kinds.ANY, transform=_check, validate=_check)
