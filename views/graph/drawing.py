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


def dot_label(*lines: str) -> str:
    """Return a quoted text of Graphviz with these lines."""
    # Backslashes first, as those that escape quotes must not be doubled
    shown = (visible(line).replace("\\", "\\\\") for line in lines)
    return '"' + "\\n".join(line.replace('"', '\\"') for line in shown) + '"'


def digraph(name: str, direction: str, lines: Iterable[str]) -> str:
    """Return a directed graph of boxes for Graphviz; `lines` are its nodes and edges."""
    head = [f"digraph {name} {{", f"  rankdir={direction};"]
    return "\n".join([*head, '  node [shape=box, fontname="sans-serif"];', *lines, "}", ""])


def mermaid_label(*lines: str) -> str:
    """Return a quoted text of Mermaid with these lines."""
    return '"' + "<br/>".join(_SPECIAL.sub(_entity, visible(line)) for line in lines) + '"'


def _entity(match: re.Match[str]) -> str:
    # Mermaid writes entities with # in place of &.
    return f"#{ord(match[0])};"
