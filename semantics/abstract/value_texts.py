"""Abstract values → text of messages."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import Null, Value

_MOST_SHOWN = 4
"""Most classes that a message names."""


def null_notes(nulls: Iterable[Null]) -> tuple[str, ...]:
    """Return the note why a value is null, for messages, if that is known."""
    reasons = (f"it is null {null.because}" for null in nulls if null.because)
    return tuple(itertools.islice(reasons, 1))


def shown(value: Value) -> str:
    """Return the kinds of a value in words for messages.

    `a text`, `null or a list`, `an object of example.app.Server`.
    """
    if value.alternatives is None:
        return "a value"
    return " or ".join(_kind_shown(value, kind) for kind in kinds.single(value.kinds))


def _kind_shown(value: Value, kind: int) -> str:
    if not kind & (kinds.OBJECT | kinds.CLASS):
        return kinds.WORDS[kind]
    names = dict.fromkeys(class_.id.name for class_ in value.classes)
    if not names or len(names) > _MOST_SHOWN:
        return kinds.WORDS[kind]
    listed = " or ".join(names)
    return f"an object of {listed}" if kind == kinds.OBJECT else f"the class {listed}"


def described(value: Value) -> str:
    """Return the alternatives in words for messages: `null or a text that a user types`."""
    words = dict.fromkeys(alternative.words for alternative in value.alternatives or ())
    return " or ".join(words) if 0 < len(words) < 4 else "a value"
