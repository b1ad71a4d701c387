"""`int()` (language/muranopl.txt, Contract; measured: conformance/contracts.json, scalar.*)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from muranopl.ard.descriptions import described
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    Fragment,
    Given,
    Mismatch,
    RefusedError,
    SchemaContext,
    ValueContext,
)

_DIGITS = re.compile(r"\d+\Z")


class IntFunction(ContractFunction):
    """An integer; texts of digits are converted, other texts, decimal numbers and booleans by a quirk."""

    name = "int"
    foreign_names = ("integer", "number")
    gives = kinds.INT | kinds.NULL
    validates = kinds.INT | kinds.NULL
    converts = kinds.NUMBER | kinds.BOOL | kinds.STRING | kinds.NULL
    depends = kinds.STRING | kinds.OTHER
    in_code = kinds.INT
    refusal = "no integer"
    samples = (0, 1, -1, 10**9, -(10**9))

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None or _is_integer(value):
            return value
        refused = f"{context.shown(value)} is no integer"
        if not isinstance(value, (str, float, bool)):
            raise RefusedError(refused)
        number = _number(value)
        if number is None:
            raise RefusedError(refused)
        if isinstance(value, str) and _DIGITS.match(value):
            return number
        if context.follows(quirks.INT_CONVERSION, path, ""):
            return number
        raise RefusedError(refused, (f"the engine takes it as {number} (--quirk {quirks.INT_CONVERSION.name})",))

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None or _is_integer(value):
            return value
        raise RefusedError(f"{context.shown(value)} is no integer")

    def literal_mismatch(self, node: Node) -> Mismatch | None:
        value = node.value if isinstance(node, Scalar) else 0
        if not isinstance(node, (Mapping, Sequence)):
            if _is_integer(value):
                return None
            number = _number(value)
            if number is not None:
                return Mismatch(node, f"{described(node)} becomes {number}", refused=False)
        return Mismatch(node, f"{described(node)} is no integer", refused=True)

    def converts_literal(self, value: object) -> bool:
        return _number(value) is not None

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        yield {"type": "integer"}


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> int | None:
    """Return the integer that Python makes of a value; None where it makes none, also of too many digits."""
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


INT = IntFunction()
