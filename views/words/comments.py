"""Comments above declarations, which are all the documentation that class files have."""

from __future__ import annotations

import re

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import lines_of
from muranopl.diagnostics.suppressions.comments import MARKER

_LICENCE = re.compile(r"licen[cs]e|copyright", re.IGNORECASE)


def comment_above(node: Node) -> str:
    """Return the comment right above a line, without those that suppress diagnostics."""
    lines = lines_of(node.file.text or "")[: node.line - 1]
    result: list[str] = []
    for line in reversed(lines):
        text = line.strip()
        if not text.startswith("#"):
            break
        result.append(text.lstrip("#").strip())
    return _joined(result[::-1])


def comment_at_top(node: Node) -> str:
    """Return the comment that a file begins with, unless it is about its licence."""
    lines = lines_of(node.file.text or "")
    result: list[str] = []
    for line in lines[: node.line]:
        text = line.strip()
        if text and not text.startswith("#"):
            break
        result.append(text.lstrip("#").strip())
    return _joined(result)


def _joined(lines: list[str]) -> str:
    text = "\n".join(line for line in lines if MARKER not in line).strip()
    return "" if _LICENCE.search(text) else text
