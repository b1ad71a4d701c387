"""Labels of diagrams in the languages of Graphviz and Mermaid, from any text.

Texts from packages and models are shown as they are: what would end a label, or mean something
else in it, is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from muranopl.diagnostics.visible import visible

_SPECIAL = re.compile(r"[#\"&<>`\\]")
"""The characters that mean something in a label of Mermaid, even inside quotes."""


def dot_label(lines: Iterable[str]) -> str:
    """Return a quoted text of Graphviz with these lines."""
    # Backslashes first, as those that escape quotes must not be doubled
    shown = (visible(line).replace("\\", "\\\\") for line in lines)
    return '"' + "\\n".join(line.replace('"', '\\"') for line in shown) + '"'


def mermaid_label(lines: Iterable[str]) -> str:
    """Return a quoted text of Mermaid with these lines."""
    return '"' + "<br/>".join(_SPECIAL.sub(_entity, visible(line)) for line in lines) + '"'


def _entity(match: re.Match[str]) -> str:
    # Mermaid writes entities with # in place of &.
    return f"#{ord(match[0])};"
