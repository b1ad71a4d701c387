"""Rendered models beside recorded ones."""

from __future__ import annotations

from typing import Any

GENERATED = "<generated>"


def same(recorded: Any, found: Any) -> bool:
    """Whether a rendered value is the recorded one: numbers by type as well, generated ids whatever they are."""
    if recorded == GENERATED:
        return isinstance(found, str)
    if isinstance(recorded, dict) and list(recorded) == ["<pairs>"]:
        pairs = list(found.items()) if isinstance(found, dict) else None
        return (
            pairs is not None
            and len(pairs) == len(recorded["<pairs>"])
            and all(
                any(same(key, k) and same(value, v) for k, v in pairs)
                for key, value in recorded["<pairs>"]
            )
        )
    if isinstance(recorded, dict):
        return (
            isinstance(found, dict)
            and recorded.keys() == found.keys()
            and all(same(value, found[key]) for key, value in recorded.items())
        )
    if isinstance(recorded, list):
        return (
            isinstance(found, list)
            and len(recorded) == len(found)
            and all(map(same, recorded, found))
        )
    return type(recorded) is type(found) and bool(recorded == found)
