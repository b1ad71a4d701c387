"""Predicates of `check()` → constraints.

Language/forms.txt, Schema generation; reference: json-schema, check. A predicate is split at its
`and`s; `muranopl.language.contracts.predicates.conditions` makes a condition of each part, which becomes a
constraint of JSON schema. Parts without such a constraint are left out: only the engine checks
these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.yaql.tree import Binary, Call, Expression, Literal, bare, operands
from muranopl.language.contracts.functions.declaration import Fragment
from muranopl.language.contracts.predicates.conditions import condition
from muranopl.language.contracts.predicates.ranges import UnknownConstantError
from muranopl.views.schema.constants import ContractPart, constant, is_set
from muranopl.views.schema.drafts import is_portable
from muranopl.views.schema.setting import Json

_AS_THE_ENGINE_MIRRORS = {"<": "<=", ">": ">=", "<=": "<", ">=": ">"}
"""The engine negates a comparison where it should mirror it: the correct operators, with the
engine's.
"""


def constraints(part: ContractPart) -> Iterator[Fragment]:
    """Yield the constraints of a predicate in order; parts that are left out are recorded."""
    for item in _parts(part):
        try:
            result = _constraint(item)
        except UnknownConstantError:
            result = None
        if result is None:
            item.leave_out()
        else:
            if "pattern" in result and not is_portable(result["pattern"]):
                item.leave_out()  # said, but not to every validator
            yield result


def _parts(part: ContractPart) -> Iterator[ContractPart]:
    """Yield the parts of an `and` chain.

    The engine splits one `and` only, never inside parentheses.
    """
    tree = part.tree
    if not part.setting.follow_engine:
        yield from map(part.of, operands(tree, "and"))
    elif isinstance(tree, Binary) and tree.operator == "and":
        yield part.of(tree.left)
        yield part.of(tree.right)
    else:
        yield part


def _constraint(part: ContractPart) -> Fragment | None:
    """Return the constraint of one part; None if JSON schema has none for it.

    Raise UnknownConstantError.
    """
    comparison, is_engine = condition(part.tree), part.setting.follow_engine
    # Those of the engine are of the value itself, not in parentheses, and some are incorrect
    if comparison is None or (
        is_engine and (comparison.subject or comparison.of_length or comparison.is_grouped)
    ):
        return None
    operator, operand = comparison.operator, part.of(comparison.operand)
    if operator == "matches":
        # The engine knows only `$ =~ pattern`
        if is_engine and comparison.is_mirrored:
            return None
        is_any = is_engine and not isinstance(comparison.operand, Call)
        return {"pattern": constant(operand) if is_any else _pattern(operand)}
    if comparison.of_length:
        return _length(*length_limits(operator, operand))
    if operator in {"in", "="}:
        values = choices(operator, operand)
        if operator == "=" and (is_engine or values == [None]):
            return None
        return (
            None if is_engine and is_set(operand) else _about(comparison.subject, {"enum": values})
        )
    if is_engine and comparison.is_mirrored:
        operator = _AS_THE_ENGINE_MIRRORS[operator]
    value = constant(operand)
    # In expressions, true is 1
    if isinstance(value, bool) and not is_engine:
        value = int(value)
    return _about(comparison.subject, _bound(operator, value))


def choices(operator: str, operand: ContractPart) -> list[Any]:
    """Return the values that a condition with `in` or `=` allows; raise UnknownConstantError."""
    tree = bare(operand.tree)
    if operator == "=" and isinstance(tree, Literal) and tree.value is None:
        return [None]
    result = constant(operand)
    if operator == "=":
        return [result]
    if not isinstance(result, list):
        raise UnknownConstantError
    return result


def _bound(operator: str, value: Any) -> Json:
    if operator in {">", ">="}:
        return {"minimum": value, "exclusiveMinimum": operator == ">"}
    return {"maximum": value, "exclusiveMaximum": operator == "<"}


def _length(least: int | None, most: int | None) -> Json | None:
    if most is not None and most < 0:
        return None
    lower = {} if least is None else {"minLength": max(least, 0)}
    return lower if most is None else {**lower, "maxLength": most}


def length_limits(operator: str, operand: ContractPart) -> tuple[int | None, int | None]:
    """Return the least and the greatest length that a comparison with a length allows.

    Raise UnknownConstantError.
    """
    size = constant(operand)
    if not isinstance(size, int) or isinstance(size, bool):
        raise UnknownConstantError
    least = {">": size + 1, ">=": size, "=": size}.get(operator)
    return least, {"<": size - 1, "<=": size, "=": size}.get(operator)


def _about(names: tuple[str, ...], schema: Json) -> Fragment:
    """Return a schema of the value, or of the property that a path of names leads to."""
    if not names:
        return schema
    # From the innermost property outwards
    for name in reversed(names):
        schema = {"type": "object", "properties": {name: schema}}
    return {"context": schema}


def _pattern(part: ContractPart) -> str:
    """Return the text of a regular expression, or of `regex(text)` without options.

    Raise UnknownConstantError.
    """
    tree: Expression = bare(part.tree)
    if isinstance(tree, Call) and tree.name == "regex":
        if len(tree.arguments) != 1:
            raise UnknownConstantError
        tree = tree.arguments[0]
    result = constant(part.of(tree))
    if not isinstance(result, str):
        raise UnknownConstantError
    return result
