"""Plain data as YAML."""

from __future__ import annotations

import sys
from typing import Any

import yaml

from muranopl.diagnostics.visible import visible_lines

WIDTH = 120

# Equal values are written out each time: readers of a report follow no references.
_DUMPER: Any = type(
    "PlainDumper",
    # PyYAML may have been built without libyaml, which is faster
    (getattr(yaml, "CSafeDumper", yaml.SafeDumper),),
    {"ignore_aliases": lambda *_: True},
)


def to_yaml(data: Any, *, explicit_start: bool = True) -> str:
    """Return plain data as a YAML document."""

    def written(*, allow_unicode: bool) -> str:
        text: str = yaml.dump(
            data,
            Dumper=_DUMPER,
            allow_unicode=allow_unicode,
            default_flow_style=False,
            explicit_start=explicit_start,
            sort_keys=False,
            width=WIDTH,
        )
        return text

    text = written(allow_unicode=True)
    if "\n".join(visible_lines(text)) == text and _can_print(text):
        return text
    # As escapes no terminal obeys control characters, and no encoding changes them.
    return written(allow_unicode=False)


def _can_print(text: str) -> bool:
    """Return whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
