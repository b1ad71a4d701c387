"""`int()`, `string()`, `bool()` (language/muranopl.txt, Contract; measured: conformance/contracts.json, scalar.*)."""

from __future__ import annotations

import re
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.model import Function, RefusedError, Setting

_FALSE = frozenset({"false", "no", "off", "n", "f", "0", "none", "null"})
"""Texts that people write for false."""
_DIGITS = re.compile(r"\d+\Z")


def _int(value: Any, _: None, setting: Setting, path: ModelPath) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str) and _DIGITS.match(value):
        return _number(value, setting)
    if not isinstance(value, (str, float, bool)):
        raise RefusedError(f"{setting.shown(value)} is no integer")
    number = _number(value, setting)
    taken = f"the engine takes it as {number}"
    if setting.follows(quirks.INT_CONVERSION, path, ""):
        return number
    raise RefusedError(f"{setting.shown(value)} is no integer", (f"{taken} (--quirk {quirks.INT_CONVERSION.name})",))


def _number(value: str | float, setting: Setting) -> int:
    try:
        return int(value)
    except (ValueError, OverflowError):  # also digits beyond what Python converts
        raise RefusedError(f"{setting.shown(value)} is no integer") from None


def _validate_int(value: Any, _: None, setting: Setting, __: ModelPath) -> Any:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise RefusedError(f"{setting.shown(value)} is no integer")


def _string(value: Any, _: None, setting: Setting, path: ModelPath) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if setting.is_object(value) or setting.is_reference(value):
        return setting.identity(value)
    if setting.follows(quirks.STRING_CONVERSION, path):
        raise RefusedError(f"{setting.shown(value)} is no text")
    return str(value)


def _validate_string(value: Any, _: None, setting: Setting, __: ModelPath) -> Any:
    if value is None or isinstance(value, str):
        return value
    raise RefusedError(f"{setting.shown(value)} is no text")


def _bool(value: Any, _: None, setting: Setting, path: ModelPath) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _FALSE:
        setting.remark(path, f"{setting.shown(value)} becomes true by bool(), as every text that is not empty")
    if isinstance(value, int) or value:
        return bool(value)
    return not setting.follows(quirks.EMPTY_IS_FALSE, path)


def _validate_bool(value: Any, _: None, setting: Setting, __: ModelPath) -> Any:
    if value is None or isinstance(value, bool):
        return value
    raise RefusedError(f"{setting.shown(value)} is neither true nor false")


INT = Function(
    "int",
    gives=kinds.INT | kinds.NULL,
    validates=kinds.INT | kinds.NULL,
    converts=kinds.INT | kinds.BOOL | kinds.STRING | kinds.OTHER | kinds.NULL,
    transform=_int,
    validate=_validate_int,
)
STRING = Function(
    "string",
    gives=kinds.STRING | kinds.NULL,
    validates=kinds.STRING | kinds.NULL,
    converts=kinds.ANY & ~(kinds.LIST | kinds.DICT),
    transform=_string,
    validate=_validate_string,
)
BOOL = Function(
    "bool",
    gives=kinds.BOOL | kinds.NULL,
    validates=kinds.BOOL | kinds.NULL,
    converts=kinds.ANY,
    transform=_bool,
    validate=_validate_bool,
)
