"""The contract function `bool()`: makes any value true or false.

Measured: tests/conformance/cases/contracts.json, scalar.*.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import ContractFunction, ValueContext

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
