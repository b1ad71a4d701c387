"""The contract function `string()`: makes a string of a value.

Measured: tests/conformance/cases/contracts.json, scalar.*.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    RefusedError,
    ValueContext,
)


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
