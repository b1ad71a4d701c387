"""The contract functions that convert a value: `bool()`, `int()` and `string()`.

Measured: tests/conformance/cases/contracts.json, scalar.*.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    RefusedError,
    ValueContext,
)

# Texts that people write for false.
FALSE_WORDS = frozenset({"false", "no", "off", "n", "f", "0", "none", "null"})


class BoolFunction(ContractFunction):
    """True or false; any value is converted. Attributes: see `ContractFunction`."""

    name = "bool"
    words = "True or false; numbers are converted, 0 to false. It may be null."
    suggested_for = ("boolean",)
    gives = kinds.BOOL | kinds.NULL
    inferred = kinds.BOOL
    refusal = "neither true nor false"
    schema_keyword = ("type", "boolean")

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in FALSE_WORDS:
            context.remark(
                path,
                f"{context.shown(value)} becomes true with bool(), like every non-empty string",
            )
        if isinstance(value, int) or value:
            return bool(value)
        return not context.follows(quirks.EMPTY_IS_FALSE, path)


BOOL = BoolFunction()


_DIGITS = lazy_pattern(r"\d+\Z")


class IntFunction(ContractFunction):
    """An integer; texts of digits are converted, other scalars by a quirk.

    Attributes: see `ContractFunction`.
    """

    name = "int"
    words = "An integer; a string of digits is converted to one. It may be null."
    suggested_for = ("integer", "number")
    gives = kinds.INT | kinds.NULL
    converts = kinds.INT | kinds.STRING | kinds.NULL
    converts_by_quirk = (quirks.INT_CONVERSION, converts | kinds.FLOAT | kinds.BOOL)
    converts_some = kinds.STRING | kinds.OTHER
    inferred = kinds.INT
    refusal = "not an integer"
    schema_keyword = ("type", "integer")
    samples = (0, 1, -1, 10**9, -(10**9))

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        number = None
        if isinstance(value, (str, float, bool)):
            number = _number(value)
        if number is None:
            return self.validate(value, arguments, context, path)
        is_text_of_digits = isinstance(value, str) and _DIGITS.match(value)
        if is_text_of_digits or context.follows(quirks.INT_CONVERSION, path, ""):
            return number
        hint = f"the engine takes it as {number} (--quirk {quirks.INT_CONVERSION.name})"
        raise RefusedError(f"{context.shown(value)} is {self.refusal}", (hint,))


def _number(value: Any) -> int | None:
    """Return `int(value)`; None where Python cannot convert it, also because of too many digits."""
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


INT = IntFunction()


class StringFunction(ContractFunction):
    """A text; numbers and booleans are written out, an object becomes its id.

    Attributes: see `ContractFunction`.
    """

    name = "string"
    words = (
        "A string. Numbers and booleans are converted to strings, an object to its id. "
        "It may be null."
    )
    suggested_for = ("text", "str")
    gives = kinds.STRING | kinds.NULL
    converts_by_quirk = (
        quirks.STRING_CONVERSION,
        kinds.STRING | kinds.INT | kinds.BOOL | kinds.OBJECT | kinds.NULL,
    )
    inferred = kinds.STRING
    refusal = "not a string"
    schema_keyword = ("type", "string")
    samples = ("", "?", "?" * 1000)

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int):
            return str(value)
        if context.is_template(value):
            raise RefusedError("template() returns data, not a string")
        if context.is_object(value) or context.is_reference(value):
            return context.identity(value)
        if context.follows(quirks.STRING_CONVERSION, path):
            return self.validate(value, arguments, context, path)
        return str(value)


STRING = StringFunction()
