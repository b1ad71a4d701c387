"""Reads parts of the cloud file that are plain data with a schema.

They are templates of stacks, the project and the user.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.nodes import Broken, Mapping, Node, is_null, text_of
from muranopl.ard.plain_data import plain
from muranopl.language.grammar.entity import Reader
from muranopl.language.grammar.readers import optional_text
from muranopl.language.grammar.reading import Reading

Check = Callable[[Node, Reading, str], object]


def mapping(node: Node, reading: Reading, what: str) -> dict[str, Any]:
    """Read a mapping of plain data; return {} after a report."""
    if isinstance(node, Mapping):
        result: dict[str, Any] = plain(node)
        return result
    if not is_null(node):
        reading.wrong_type(node, what, "a mapping")
    return {}


def identity(*texts: str) -> Reader[dict[str, Any]]:
    """Return the reader of a project or a user: these keys are texts, `extra` a mapping.

    Other keys may have any value; null counts as absent.
    """
    checks: dict[str, Check] = {**dict.fromkeys(texts, optional_text), "extra": mapping}

    def read_identity(node: Node, reading: Reading, what: str) -> dict[str, Any]:
        _check(node, checks, reading, what)
        return {
            name: value for name, value in mapping(node, reading, what).items() if value is not None
        }

    return read_identity


def template(node: Node, reading: Reading, what: str) -> dict[str, Any]:
    """Read a Heat template; the parts that stacks use must have the shape that Heat requires."""
    _check(node, _TEMPLATE, reading, what)
    return mapping(node, reading, what)


def _check(node: Node, checks: dict[str, Check], reading: Reading, what: str) -> None:
    """Check the values of known keys, if the node is a mapping."""
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        name = text_of(key)
        if name in checks and not isinstance(value, Broken):
            checks[name](value, reading, f"{name} of {what}")


def _each(checks: dict[str, Check]) -> Check:
    """Return the check of a mapping of names to mappings, whose known keys are checked in turn."""

    def check(node: Node, reading: Reading, what: str) -> None:
        mapping(node, reading, what)
        for key, value in node.pairs if isinstance(node, Mapping) else ():
            named = f'"{text_of(key)}" of {what}'
            mapping(value, reading, named)
            _check(value, checks, reading, named)

    return check


_RESOURCE: dict[str, Check] = {
    **dict.fromkeys(("type", "Type"), optional_text),
    **dict.fromkeys(("properties", "Properties"), mapping),
}
_TEMPLATE: dict[str, Check] = {
    **dict.fromkeys(("resources", "Resources"), _each(_RESOURCE)),
    **dict.fromkeys(("outputs", "Outputs", "parameters", "Parameters"), _each({})),
}
