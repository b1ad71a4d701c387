"""Plain data as YAML."""

from __future__ import annotations

import sys
from typing import Any

from muranopl.ard.yaml.writing import plain_yaml
from muranopl.diagnostics.visible import visible_lines


def to_yaml(data: Any, *, explicit_start: bool = True) -> str:
    """Return plain data as a YAML document."""
    text = plain_yaml(data, explicit_start=explicit_start)
    if "\n".join(visible_lines(text)) == text and _can_print(text):
        return text
    # As escapes no terminal obeys control characters, and no encoding changes them.
    return plain_yaml(data, explicit_start=explicit_start, ascii_only=True)


def _can_print(text: str) -> bool:
    """Return whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
