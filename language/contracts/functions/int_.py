"""The contract function `int()`: makes an integer of a value.

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
