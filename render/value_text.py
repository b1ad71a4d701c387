"""Values in words, for messages."""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics import machine_limits
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, UnresolvedReference

MAX_LENGTH = 60


def shown(value: Any) -> str:
    """Return a value in a few words: `text "http"`, `null`, `object "id" of class ns.Class`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, MuranoObject):
        name = (
            f"object of class {value.type.name}"
            if value.generated
            else f'object "{cut(str(value.id))}" of class {value.type.name}'
        )
        return f"the {name}"
    if isinstance(value, UnresolvedReference):
        return f'the object "{cut(str(value.id))}"'
    if isinstance(value, MuranoType):
        return f"class {value.name}"
    if isinstance(value, str):
        return f'the text "{cut(value)}"'
    if isinstance(value, bytes):
        return "binary data"
    if isinstance(value, (int, float)):
        return f"the number {cut(_number(value))}"
    if isinstance(value, (list, tuple)):
        return f"the list {cut(_data(value))}"
    if isinstance(value, dict):
        return f"the mapping {cut(_data(value))}"
    return f"the value {cut(str(value))}"


def _number(value: float) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than Python writes out
        return "with thousands of digits"


def _data(value: Any) -> str:
    """Return the beginning of a list or mapping as JSON, without encoding all of a large one."""
    import json  # few values are shown

    encoder = json.JSONEncoder(ensure_ascii=False, default=str, skipkeys=True)
    text = ""
    try:
        for chunk in encoder.iterencode(value):
            text += chunk
            # Stop early: the value may be huge.
            if len(text) > MAX_LENGTH:
                break
    except (ValueError, RecursionError) as error:
        machine_limits.note(error)
        text += "..."
    return text


def cut(text: str) -> str:
    """Return a text of any length, shortened for messages."""
    text = text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 3]}..."
    return text.replace("\n", "\\n")
