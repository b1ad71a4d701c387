"""Predicates of `check()` → constraints (language/forms.txt, Schema generation; reference: json-schema, check).

A predicate is split at its `and`s; each part is compared with the patterns that JSON schema can say. What fits none is
left out: the value is then checked by the engine alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from muranopl.expression.tree import Binary, Call, Expression, Keyword, bare, operands
from muranopl.schema.constants import NotConstantError, Part, constant, is_set, is_value
from muranopl.schema.setting import Json

_MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "="}
_AS_THE_ENGINE_MIRRORS = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_PYTHON_ONLY = re.compile(r"\\[AZ]|\(\?(?:P|#|\(|[aiLmsux-])|[*+?}]\+")
_LENGTHS = {">": ("minLength", 1), ">=": ("minLength", 0), "<": ("maxLength", -1), "<=": ("maxLength", 0)}


def constraints(part: Part, path: str) -> Iterator[Json]:
    """The constraints that a predicate says, one after the other; what is left out is taken down."""
    for each in _parts(part):
        try:
            found = _constraint(each)
        except NotConstantError:
            found = None
        if found is None:
            each.setting.leave_out(path, f"check({each.text})")
        else:
            if "pattern" in found and not is_portable(found["pattern"]):
                each.setting.leave_out(path, f"check({each.text})")  # said, but not to every validator
            yield found


def _parts(part: Part) -> Iterator[Part]:
    """The parts of an `and` chain. The engine looks at both sides of one `and` only, never into parentheses."""
    tree = part.tree
    if not part.setting.engine:
        yield from map(part.of, operands(tree, "and"))
    elif isinstance(tree, Binary) and tree.operator == "and":
        yield part.of(tree.left)
        yield part.of(tree.right)
    else:
        yield part


def _constraint(part: Part) -> Json | None:
    """The constraint that one part says, None where JSON schema has none for it. Raises NotConstantError."""
    tree = part.tree
    if not isinstance(tree, Binary):
        return None
    engine = part.setting.engine
    left, right = (tree.left, tree.right) if engine else (bare(tree.left), bare(tree.right))
    if tree.operator == "in":
        return _choice(part, left, right)
    if tree.operator == ".":
        return _match(part, left, right)
    if tree.operator == "=~":
        return None if engine or not is_value(left) else {"pattern": _pattern(part.of(right))}
    return _comparison(part, tree.operator, left, right)


def _comparison(part: Part, operator: str, left: Expression, right: Expression) -> Json | None:
    mirror = _AS_THE_ENGINE_MIRRORS if part.setting.engine else _MIRRORED
    if is_value(left):
        return _bound(operator, constant(part.of(right))) if operator in _LENGTHS else None
    if is_value(right):
        return _bound(mirror[operator], constant(part.of(left))) if operator in _LENGTHS else None
    if part.setting.engine or operator not in _MIRRORED:
        return None
    for side, other, seen in ((left, right, operator), (right, left, _MIRRORED[operator])):
        if _is_length(side):
            return _length(seen, constant(part.of(other)))
    for side, other, seen in ((left, right, operator), (right, left, _MIRRORED[operator])):
        names = _attributes(side)
        if names:
            value = constant(part.of(other))
            return {"context": _nested(names, {"enum": [value]} if seen == "=" else _bound(seen, value))}
    return None


def _bound(operator: str, value: Any) -> Json:
    if isinstance(value, bool):
        value = int(value)  # as expressions compare it
    if operator in {">", ">="}:
        return {"minimum": value, "exclusiveMinimum": operator == ">"}
    return {"maximum": value, "exclusiveMaximum": operator == "<"}


def _is_length(tree: Expression) -> bool:
    """`len($)` and `$.len()`."""
    if isinstance(tree, Call):
        return tree.name == "len" and len(tree.arguments) == 1 and is_value(bare(tree.arguments[0]))
    return (
        isinstance(tree, Binary)
        and tree.operator == "."
        and is_value(bare(tree.left))
        and isinstance(tree.right, Call)
        and tree.right.name == "len"
        and not tree.right.arguments
    )


def _length(operator: str, value: Any) -> Json | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if operator == "=":
        return {"minLength": value, "maxLength": value} if value >= 0 else None
    key, step = _LENGTHS[operator]
    found = value + step
    if key == "minLength":
        return {key: max(found, 0)}
    return {key: found} if found >= 0 else None


def _attributes(tree: Expression) -> list[str]:
    """The names of `$.inner.width`; none for other expressions."""
    names: list[str] = []
    tree = bare(tree)
    while isinstance(tree, Binary) and tree.operator == "." and isinstance(tree.right, Keyword):
        names.insert(0, tree.right.name)
        tree = bare(tree.left)
    return names if is_value(tree) else []


def _nested(names: list[str], schema: Json) -> Json:
    for name in reversed(names):
        schema = {"type": "object", "properties": {name: schema}}
    return schema


def _choice(part: Part, left: Expression, right: Expression) -> Json | None:
    names = [] if part.setting.engine else _attributes(left)
    if not names and not is_value(left):
        return None
    choices = constant(part.of(right))
    if not isinstance(choices, list) or (part.setting.engine and is_set(part.of(right))):
        return None
    return {"context": _nested(names, {"enum": choices})} if names else {"enum": choices}


def _match(part: Part, left: Expression, right: Expression) -> Json | None:
    if not isinstance(right, Call) or right.name != "matches" or len(right.arguments) != 1:
        return None
    argument = right.arguments[0]
    if is_value(left):
        if part.setting.engine and not isinstance(argument, Call):
            return {"pattern": constant(part.of(argument))}
        return {"pattern": _pattern(part.of(argument))}
    if part.setting.engine or not is_value(bare(argument)):
        return None
    return {"pattern": _pattern(part.of(left))}


def _pattern(part: Part) -> str:
    """The text of a regular expression; `regex(text)` is one, with options it says more than JSON schema can."""
    tree = bare(part.tree)
    if isinstance(tree, Call) and tree.name == "regex":
        if len(tree.arguments) != 1:
            raise NotConstantError
        tree = tree.arguments[0]
    found = constant(part.of(tree))
    if not isinstance(found, str):
        raise NotConstantError
    return found


def is_portable(pattern: str) -> bool:
    """Whether a regular expression means the same to validators, which read it as ECMAScript does."""
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return False
    return not _PYTHON_ONLY.search(pattern)


def merged(schema: Json, found: Json, *, engine: bool) -> None:
    """Add a constraint to a schema. All of several hold; the engine lets the last one stand."""
    if engine:
        schema.update(found)
        return
    for key, value in found.items():
        known = schema.get(key)
        if key in {"minimum", "maximum"}:
            _tighten(schema, found, key)
        elif key in {"exclusiveMinimum", "exclusiveMaximum"}:
            continue
        elif key == "pattern" and "allOf" in schema:
            schema["allOf"].append({key: value})
        elif known is None:
            schema[key] = value
        elif key == "enum":
            schema[key] = [each for each in known if each in value]
        elif key in {"minLength", "maxLength"}:
            schema[key] = max(known, value) if key == "minLength" else min(known, value)
        elif key == "pattern" and known != value:
            schema.setdefault("allOf", [{key: schema.pop(key)}]).append({key: value})
        elif key == "context":
            _deepen(known, value)


def _deepen(context: Json, found: Json) -> None:
    """Add to what is asked of the properties of an object."""
    for name, schema in found["properties"].items():
        known = context["properties"].setdefault(name, {})
        if "properties" in known and "properties" in schema:
            _deepen(known, schema)
        else:
            merged(known, schema, engine=False)


def _tighten(schema: Json, found: Json, key: str) -> None:
    exclusive = "exclusiveMinimum" if key == "minimum" else "exclusiveMaximum"
    known = schema.get(key)
    sign = 1 if key == "minimum" else -1
    try:
        tighter = known is None or (sign * found[key], found[exclusive]) > (sign * known, schema[exclusive])
    except TypeError:
        tighter = False
    if tighter:
        schema[key], schema[exclusive] = found[key], found[exclusive]
