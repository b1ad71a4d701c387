"""Values, and rendered models, beside recorded ones, with the markers that `about` of the families describes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

GENERATED = "<generated>"


def same(recorded: Any, found: Any) -> bool:
    """Whether a value is as recorded: numbers by type as well, what differs from run to run whatever it is."""
    if recorded == GENERATED:
        return isinstance(found, str)
    if isinstance(recorded, str):
        return bool(recorded.replace(" (<address>)", "") == found)
    if isinstance(recorded, dict):
        if list(recorded) == ["?other"]:
            return found is not None
        if not isinstance(found, dict):
            return False
        if list(recorded) == ["<pairs>"]:
            return _same_pairs(recorded["<pairs>"], found.items())
        if list(recorded) == list(found) == ["?pairs"]:
            return _same_pairs(recorded["?pairs"], found["?pairs"])
        return recorded.keys() == found.keys() and all(
            same(value, found[key]) for key, value in recorded.items()
        )
    if isinstance(recorded, list):
        return (
            isinstance(found, list)
            and len(recorded) == len(found)
            and all(map(same, recorded, found))
        )
    return type(recorded) is type(found) and bool(recorded == found)


def _same_pairs(recorded: list[Any], found: Iterable[Any]) -> bool:
    pairs = [list(pair) for pair in found]
    return len(recorded) == len(pairs) and all(
        any(same(pair, other) for other in pairs) for pair in recorded
    )
