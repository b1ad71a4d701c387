"""The contract function `notNull()`: refuses null.

Measured: tests/conformance/cases/contracts.json, scalar.*.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    RefusedError,
    ValueContext,
)


class NotNullFunction(ContractFunction):
    """Any value but null. Schemas read that from `gives`. Attributes: see `ContractFunction`."""

    name = "notNull"
    words = "Null is rejected."
    restriction = "not null"
    suggested_for = ("required", "nonNull", "notEmpty")
    gives_type = False
    gives = kinds.NOT_NULL

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None:
            what = ", but none is given"
            if path.has_own_source():
                what = ", as notNull() rejects null"
            raise RefusedError(f"a value is required{what}")
        return value


NOT_NULL = NotNullFunction()
