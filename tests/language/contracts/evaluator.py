"""Contracts run on values, as the reference engine does: independent of the checker, for scalars, lists and mappings.

A specification is a tuple: `("int", required)`, `("string", required)`, `("bool", required)`,
`("any", required)`, `("constant", value)`, `("list", items, minimum, maximum)`, `("dict", {key:
value}, (key, value) or None)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Spec = tuple[Any, ...]
WORDS = {"int": "$.int()", "string": "$.string()", "bool": "$.bool()", "any": "$"}


class RefusedError(Exception):
    """The contract is violated."""


def written(spec: Spec) -> str:
    """The specification as it is written in a class, on one line."""
    kind = spec[0]
    if kind == "constant":
        return "null" if spec[1] is None else repr(spec[1])
    if kind == "list":
        bounds = (
            [spec[2], spec[3]] if spec[3] is not None else [spec[2]] if spec[2] else []
        )
        return f"[{', '.join([*map(written, spec[1]), *map(str, bounds)])}]"
    if kind == "dict":
        pattern = (
            [] if spec[2] is None else [f"{written(spec[2][0])}: {written(spec[2][1])}"]
        )
        return f"{{{', '.join([*(f'{key}: {written(value)}' for key, value in spec[1].items()), *pattern])}}}"
    return WORDS[kind] + (".notNull()" if spec[1] else "")


def run(spec: Spec, value: Any, *, converting: bool) -> Any:
    """What comes out of a contract; raises RefusedError."""
    kind = spec[0]
    if kind == "constant":
        if value != spec[1]:
            raise RefusedError
        return value
    if kind == "list":
        return _list(spec, value, converting)
    if kind == "dict":
        return _dict(spec, value, converting)
    if value is not None:
        value = _convert(kind, value) if converting else _validate(kind, value)
    elif spec[1]:
        raise RefusedError
    return value


def _convert(kind: str, value: Any) -> Any:
    if kind == "int":
        try:
            return int(value)
        except (TypeError, ValueError):
            raise RefusedError from None
    if kind == "string":
        if not isinstance(value, (str, int)):
            raise RefusedError
        return str(value)
    return bool(value) if kind == "bool" else value


def _validate(kind: str, value: Any) -> Any:
    types = {"int": int, "string": str, "bool": bool, "any": object}
    if not isinstance(value, types[kind]) or (
        kind == "int" and isinstance(value, bool)
    ):
        raise RefusedError
    return value


def _list(spec: Spec, value: Any, converting: bool) -> list[Any]:
    _, items, minimum, maximum = spec
    values = [] if value is None else value if isinstance(value, list) else [value]
    if len(values) < minimum or (maximum is not None and len(values) > maximum):
        raise RefusedError
    return [
        run(items[min(at, len(items) - 1)], item, converting=converting)
        for at, item in enumerate(values)
    ]


def _dict(spec: Spec, value: Any, converting: bool) -> dict[Any, Any]:
    _, keys, pattern = spec
    values = {} if value is None else value
    if not isinstance(values, dict):
        raise RefusedError
    if not keys and pattern is None:
        return values
    result = {
        key: run(item, values.get(key), converting=converting)
        for key, item in keys.items()
    }
    for key, item in values.items() if pattern is not None else ():
        if key not in result:
            new = run(pattern[0], key, converting=converting)
            result[new] = run(pattern[1], item, converting=converting)
    return result


SCALARS: dict[str, tuple[Any, ...]] = {
    "int": (0, 5, None),
    "string": ("x", "", None),
    "bool": (True, False, None),
    "any": (
        None,
        "x",
        5,
        True,
        1.5,
        ["x"],
        [],
        ["x", None, 5],
        # No scalar but bool() takes these items; one list is longer than all bounds.
        [{}, {}],
        [{}, {}, {}, {}, {}],
        [["x", None, 5, "x"]],
        {"a": ["x", None, 5, "x"], "b": ["x", None, 5, "x"]},
        {"a": "x", "c": 5},
        {},
        {5: "x"},
        ["x"] * 5,
        [[None]],
        [[[None]]],
    ),
}


def samples(spec: Spec) -> Iterator[Any]:
    """Values that come near to what a contract gives: enough to tell it from any other small one."""
    kind = spec[0]
    if kind == "constant":
        yield spec[1]
    elif kind == "list":
        _, items, minimum, maximum = spec
        for length in range(minimum, (minimum + 5 if maximum is None else maximum) + 1):
            yield from _combined(
                [list(samples(items[min(at, len(items) - 1)])) for at in range(length)],
                list,
            )
    elif kind == "dict":
        yield from _mappings(spec)
    else:
        yield from SCALARS[kind]


def _mappings(spec: Spec) -> Iterator[dict[Any, Any]]:
    _, keys, pattern = spec
    if not keys and pattern is None:
        pattern = (("any", False), ("any", False))
    names = list(keys)
    values = [list(samples(item)) for item in keys.values()]
    for item in _combined(values, tuple):
        fixed = dict(zip(names, item, strict=True))
        yield fixed
        for key in ("a", "b", "c", 5, 1.5, None) if pattern is not None else ():
            if key not in fixed:
                yield from ({**fixed, key: value} for value in samples(pattern[1]))


def _combined(choices: list[list[Any]], make: Any) -> Iterator[Any]:
    """Each value once at each place, beside every first and last value of the other places."""
    for base in (0, -1):
        if all(choices):
            yield make([choice[base] for choice in choices])
        for place, choice in enumerate(choices):
            for value in choice:
                yield make(
                    [
                        value if at == place else other[base]
                        for at, other in enumerate(choices)
                    ]
                )
