"""Predicates of `check()` → constraints.

Language/forms.txt, Schema generation; reference: json-schema, check. A predicate is split at its
`and`s; `muranopl.language.contracts.predicates.conditions` makes a condition of each part, which becomes a
constraint of JSON schema. Parts without such a constraint are left out: only the engine checks
these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.yaql.tree import Binary, Call, Expression, bare, operands
from muranopl.language.contracts.functions.declaration import Fragment
from muranopl.language.contracts.predicates.conditions import Condition, condition
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
    result = condition(part.tree)
    if result is None:
        return None
    if part.setting.follow_engine:
        return _engine_constraint(result, part)
    operand = part.of(result.operand)
    if result.operator == "matches":
        return {"pattern": _pattern(operand)}
    if result.of_length:
        return _length(result.operator, constant(operand))
    if result.operator == "in":
        choices = constant(operand)
        if isinstance(choices, list):
            return _about(result.subject, {"enum": choices})
        return None
    if result.operator == "=":
        return _about(result.subject, {"enum": [constant(operand)]})
    return _about(result.subject, _bound(result.operator, _compared(constant(operand))))


def _engine_constraint(found: Condition, part: ContractPart) -> Fragment | None:
    """Return the constraint as the engine makes it.

    Only of the value itself, not in parentheses, some incorrect.
    """
    if found.subject or found.of_length or found.is_grouped:
        return None
    operand = part.of(found.operand)
    if found.operator == "matches":
        # The engine knows only `$ =~ pattern`
        if found.is_mirrored:
            return None
        if isinstance(found.operand, Call):
            return {"pattern": _pattern(operand)}
        return {"pattern": constant(operand)}
    if found.operator == "in":
        choices = constant(operand)
        if isinstance(choices, list) and not is_set(operand):
            return {"enum": choices}
        return None
    if found.operator == "=":
        return None
    operator = found.operator
    if found.is_mirrored:
        operator = _AS_THE_ENGINE_MIRRORS[operator]
    return _bound(operator, constant(operand))


def _compared(value: Any) -> Any:
    """Return a value as expressions compare it: true is 1."""
    return int(value) if isinstance(value, bool) else value


def _bound(operator: str, value: Any) -> Json:
    if operator in {">", ">="}:
        return {"minimum": value, "exclusiveMinimum": operator == ">"}
    return {"maximum": value, "exclusiveMaximum": operator == "<"}


def _length(operator: str, value: Any) -> Json | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    least, most = size_limits(operator, value)
    if most is not None and most < 0:
        return None
    lower = {} if least is None else {"minLength": max(least, 0)}
    return lower if most is None else {**lower, "maxLength": most}


def size_limits(operator: str, size: int) -> tuple[int | None, int | None]:
    """Return the least and the greatest length that a comparison with a length allows."""
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
