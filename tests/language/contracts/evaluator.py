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
        bounds = [spec[2], spec[3]] if spec[3] is not None else [spec[2]] if spec[2] else []
        return f"[{', '.join([*map(written, spec[1]), *map(str, bounds)])}]"
    if kind == "dict":
        pattern = [] if spec[2] is None else [f"{written(spec[2][0])}: {written(spec[2][1])}"]
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


def accepts(spec: Spec, value: Any, *, converting: bool = True) -> bool:
    """Whether something comes out of a contract."""
    try:
        run(spec, value, converting=converting)
    except RefusedError:
        return False
    return True


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
    if not isinstance(value, types[kind]) or (kind == "int" and isinstance(value, bool)):
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
    result = {key: run(item, values.get(key), converting=converting) for key, item in keys.items()}
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
        [None],
        [[None]],
        [[[None]]],
    ),
}


def samples(spec: Spec) -> list[Any]:
    """Values that come near to what a contract gives, each once: enough to tell it from any other small one."""
    return list({repr(value): value for value in _samples(spec)}.values())


def _samples(spec: Spec) -> Iterator[Any]:
    kind = spec[0]
    if kind == "constant":
        yield spec[1]
    elif kind == "list":
        _, items, minimum, maximum = spec
        for length in range(minimum, (minimum + 5 if maximum is None else maximum) + 1):
            yield from _combined([items[min(at, len(items) - 1)] for at in range(length)])
    elif kind == "dict":
        yield from _mappings(spec)
    else:
        yield from SCALARS[kind]


def _mappings(spec: Spec) -> Iterator[dict[Any, Any]]:
    _, keys, pattern = spec
    if not keys and pattern is None:
        pattern = (("any", False), ("any", False))
    combined = [dict(zip(keys, values, strict=True)) for values in _combined(list(keys.values()))]
    yield from combined
    for fixed in (combined[0], combined[-1]) if pattern is not None else ():
        for key in ("a", "b", "c", 5, 1.5, None):
            if key not in fixed:
                yield from ({**fixed, key: value} for value in samples(pattern[1]))


def _combined(specs: list[Spec]) -> Iterator[list[Any]]:
    """Each value once at each place, beside the first and the last value that each other place accepts."""
    choices = [samples(spec) for spec in specs]
    accepted = [
        [value for value in choice if accepts(spec, value)] or choice
        for spec, choice in zip(specs, choices, strict=True)
    ]
    bases = [[values[end] for values in accepted] for end in (0, -1)]
    yield bases[0]
    for base in bases:
        for place, choice in enumerate(choices):
            for value in choice:
                yield [*base[:place], value, *base[place + 1 :]]
    yield bases[1]
