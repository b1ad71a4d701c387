"""Predicates of `check()` → constraints for current validators, in the notation of 2020-12.

Beside the constraints for forms (`muranopl.views.schema.checks`), an exact schema expresses `or`, `not`,
`!=`, kinds of values and more. A schema must accept every value that may pass; for `not`, a schema
of the values that certainly pass is needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Unary,
    Variable,
    bare,
    operands,
    walk,
)
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicates.conditions import (
    condition,
    is_value,
    reads_value_alone,
)
from muranopl.language.contracts.predicates.ranges import UnknownConstantError
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS, EvaluationError, is_false
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.views.schema.checks import choices, length_limits
from muranopl.views.schema.constants import ContractPart, constant
from muranopl.views.schema.drafts import EXACT, is_portable, with_equals
from muranopl.views.schema.setting import Json, SchemaSetting

MAX_DEPTH = 20
_FIRST: dict[str | None, Json] = {
    "int": {"not": {"type": ["array", "object"]}},
    "string": {"not": {"type": ["array", "object"]}},
    "class": {"type": ["object", "string", "null"]},
    "template": {"type": ["object", "null"]},
    "notNull": {"not": {"type": "null"}},
}
"""Schemas of what functions may take, given the conversions of the engine."""
NOTHING: Json = {"not": {}}
_KINDS = {
    "isString": "string",
    "isNumber": "number",
    "isInteger": "integer",
    "isBoolean": "boolean",
    "isList": "array",
    "isDict": "object",
}
_SIZES = (("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties"))


class PassingValues(NamedTuple):
    """Schemas of the values that may pass a predicate, and of those that certainly do.

    None if unknown.
    """

    possible: Json | None = None
    certain: Json | None = None


_NO_VALUE = PassingValues(NOTHING, NOTHING)


def passing_values(part: ContractPart, depth: int = 0) -> PassingValues:
    """Return what a validator can check of a predicate."""
    tree = bare(part.tree)
    part = part.of(tree)
    if depth > MAX_DEPTH:
        return PassingValues()
    if isinstance(tree, Binary) and tree.operator in {"and", "or"}:
        parts = [
            passing_values(part.of(operand), depth + 1) for operand in operands(tree, tree.operator)
        ]
        return _joined(tree.operator, parts)
    if isinstance(tree, Unary) and tree.operator == "not":
        certain = passing_values(part.of(tree.operand), depth + 1).certain
        # No value passes certainly: one for which the operand fails is refused, too.
        return PassingValues(_denied(certain))
    if (
        isinstance(tree, Call)
        and tree.name in _KINDS
        and len(tree.arguments) == 1
        and is_value(bare(tree.arguments[0]))
    ):
        kind: Json = {"type": _KINDS[tree.name]}
        # 2.0 is an integer to validators
        return PassingValues(kind, None if kind["type"] == "integer" else kind)
    try:
        return _compared(part, tree)
    except UnknownConstantError:
        return PassingValues()


def certainly_refuses(part: ContractPart, value: object) -> bool:
    """Return whether a predicate is certainly false for a value, or fails on it."""
    if not reads_value_alone(part.tree):
        return False
    try:
        return is_false(lambda: part.raw_value(value))
    except EvaluationError:
        return True


def facts_for(declaring: MuranoType, setting: SchemaSetting) -> ContractFacts:
    """Return what the contracts that a class declares let through; predicates are evaluated."""

    def tried(predicate: Predicate, value: object) -> str | None:
        part = ContractPart(setting, declaring, "", predicate.node, predicate.expression)
        return "" if certainly_refuses(part, value) else None

    return ContractFacts(quirks=setting.types.quirks, tried=tried)


def loosely(tree: Expression) -> Json:
    """Return the schema of an expression that is not a contract.

    The first function called on the value limits it.
    """
    tree = bare(tree)
    while isinstance(tree, Binary) and not (tree.operator == "." and is_value(bare(tree.left))):
        tree = bare(tree.left)
    first = tree.right if isinstance(tree, Binary) else None
    name = first.name if isinstance(first, Call) else None
    return {EXACT: [_FIRST[name]]} if name in _FIRST else {}


def _joined(operator: str, parts: list[PassingValues]) -> PassingValues:
    possible = [part.possible for part in parts if part.possible is not None]
    certain = [part.certain for part in parts if part.certain is not None]
    # Leaving out an unknown part of `and` only adds values that pass, one of `or` only removes
    # some.
    if operator == "and":
        keyword, has_possible, has_certain = ("allOf", bool(possible), len(certain) == len(parts))
    else:
        keyword, has_possible, has_certain = ("anyOf", len(possible) == len(parts), bool(certain))
    return PassingValues(
        {keyword: possible} if has_possible else None, {keyword: certain} if has_certain else None
    )


def _compared(part: ContractPart, tree: Expression) -> PassingValues:
    if isinstance(tree, Binary) and tree.operator in {"!=", "!~"}:
        return _different(part, tree)
    result = condition(tree)
    if result is None:
        return _without_value(part)
    if result.subject:
        return PassingValues()
    operator, operand = result.operator, part.of(result.operand)
    if operator == "matches":
        return _matching(operand)
    if result.of_length:
        return _sized(*length_limits(operator, operand))
    if operator in {"in", "="}:
        # `1` and `true` are equal in expressions, and differ in JSON schema
        values = choices(operator, operand)
        if values:
            return PassingValues({"enum": with_equals(values)}, {"enum": values})
        return _NO_VALUE
    return _ordered(operator, constant(operand))


def _denied(schema: Json | None) -> Json | None:
    """Return the schema of all values that another schema refuses."""
    return None if schema is None else {"not": schema}


def _different(part: ContractPart, tree: Binary) -> PassingValues:
    operator = "=" if tree.operator == "!=" else "=~"
    same = passing_values(part.of(Binary(tree.start, tree.end, operator, tree.left, tree.right)))
    other = PassingValues(_denied(same.certain), _denied(same.possible))
    if tree.operator == "!~":
        return PassingValues({"type": "string", **(other.possible or {})})
    return other


def _matching(part: ContractPart) -> PassingValues:
    pattern = constant(part)
    if not isinstance(pattern, str) or not is_portable(pattern):
        return PassingValues({"type": "string"})
    schema = {"type": "string", "pattern": pattern}
    return PassingValues(schema, schema)


def _sized(least: int | None, most: int | None) -> PassingValues:
    """Return the schema of values by the length of a text, list or mapping.

    No other value has one.
    """
    # No length is negative
    if most is not None and most < 0:
        return _NO_VALUE
    schema: Json = {"type": ["string", "array", "object"]}
    for low, high in _SIZES:
        if least is not None and least > 0:
            schema[low] = least
        if most is not None:
            schema[high] = most
    return PassingValues(schema, schema)


def _ordered(operator: str, bound: Any) -> PassingValues:
    """Return the schema of values below or above another one; null is below all others."""
    # JSON schema orders only numbers
    if isinstance(bound, bool) or not isinstance(bound, (int, float, str)):
        return PassingValues()
    null = ["null"] if operator in {"<", "<="} else []
    # JSON schema has no order of texts
    if isinstance(bound, str):
        return PassingValues({"type": ["string", *null]})
    key = {">": "exclusiveMinimum", ">=": "minimum", "<": "exclusiveMaximum", "<=": "maximum"}[
        operator
    ]
    return PassingValues({"type": ["number", *null], key: bound}, {"type": "number", key: bound})


def _without_value(part: ContractPart) -> PassingValues:
    """Return the schema of a predicate that is the same for all values."""
    if any(isinstance(node, Variable) for node in walk(part.tree)):
        return PassingValues()
    try:
        holds = bool(part.raw_value(None))
    except NO_VALUE_ERRORS:
        return PassingValues()
    return PassingValues({}, {}) if holds else _NO_VALUE
