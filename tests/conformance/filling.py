"""The forms of a recorded case filled in as they were in the dashboard, in four ways (conformance/ui.json, `about`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

Field = dict[str, Any]

WAYS = ("default", "empty", "full", "last")
_TEXTS = ("text1", "ab", "abc", "a", "1", "aA1!aaaa", "10.0.0.1")
_NETWORKS: dict[str, Any] = {"full": ["net1", "sub1"], "last": ["net1", None]}


class _Loader(yaml.SafeLoader):
    """Reads the expressions of a UI definition as text."""


_Loader.add_constructor("!yaql", lambda loader, node: loader.construct_scalar(node))  # type: ignore[arg-type]


def answers(ui: str, way: str, applications: set[str]) -> dict[str, dict[str, Any]]:
    """Return answers to all forms but for what is left untouched; applications of some classes are there already."""
    forms = yaml.load(ui, _Loader).get("Forms") or []
    result: dict[str, dict[str, Any]] = {}
    for form in forms:
        for name, parts in form.items():
            given = {
                field["name"]: _answer(field, way, applications)
                for field in parts["fields"]
                if _is_filled(field)
            }
            result[name] = {field: value for field, value in given.items() if value is not ...}
    return result


def _is_filled(field: Field) -> bool:
    return not field.get("hidden") or field["type"] in {"text", "password"}


def _answer(field: Field, way: str, applications: set[str]) -> Any:
    if (
        way == "empty"
        and field.get("required") is False
        and field["type"] not in {"boolean", "network"}
    ):
        return None
    fill = _TYPES.get(field["type"])
    if fill is not None:
        return fill(field, way)
    if field["type"] in applications:
        return {"?": {"type": field["type"], "id": "there"}}
    return f"obj:{field['type']}"


def _text(field: Field, way: str) -> Any:
    if "initial" in field and way != "full":
        return ...
    pattern = field.get("regexpValidator", "")
    shortest, longest = field.get("minLength", 0), field.get("maxLength", 99)
    fitting = (
        item for item in _TEXTS if shortest <= len(item) <= longest and re.search(pattern, item)
    )
    return field.get("initial") or next(fitting)


def _integer(field: Field, way: str) -> Any:
    least, most = field.get("minValue"), field.get("maxValue")
    if way == "full" and isinstance(most, int):
        return most
    if "initial" in field and (way != "empty" or least is None):
        return ...
    if field.get("required") is False:
        return ...
    return least if isinstance(least, int) else 1


def _choice(field: Field, way: str) -> Any:
    choices = field.get("choices")
    if way not in {"full", "last"} or not isinstance(choices, list):
        return ...
    return choices[-1][0]


def _cloud(name: str) -> Callable[[Field, str], Any]:
    return lambda _, way: f"{name}-{2 if way in {'full', 'last'} else 1}"


_TYPES: dict[str, Callable[[Field, str], Any]] = {
    "string": _text,
    "text": _text,
    "password": lambda *_: "aA1!aaaa",
    "clusterip": lambda *_: "10.0.0.1",
    "databaselist": lambda *_: "db",
    "integer": _integer,
    "boolean": lambda _, way: True if way == "full" else ...,
    "choice": _choice,
    "network": lambda _, way: _NETWORKS.get(way),
    **{
        name: _cloud(name)
        for name in ("flavor", "image", "keypair", "azone", "securitygroup", "volume", "zone")
    },
}
