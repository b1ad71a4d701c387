"""Comments above declarations, which are all the documentation that class files have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from muranopl.ard.nodes import Node
from muranopl.diagnostics.diagnostic import MARKER
from muranopl.diagnostics.places import lines_of

_LICENCE = re.compile(r"licen[cs]e|copyright", re.IGNORECASE)


def comment_above(node: Node) -> str:
    """Return the comment right above a line, without those that suppress diagnostics."""
    lines = lines_of(node.file.text or "")[: node.line - 1]
    above = takewhile(lambda line: line.startswith("#"), map(str.strip, reversed(lines)))
    return _joined([*above][::-1])


def comment_at_top(node: Node) -> str:
    """Return the comment that a file begins with, unless it is about its licence."""
    lines = lines_of(node.file.text or "")[: node.line]
    return _joined(takewhile(lambda line: not line or line.startswith("#"), map(str.strip, lines)))


def _joined(comments: Iterable[str]) -> str:
    lines = (line.lstrip("#").strip() for line in comments)
    text = "\n".join(line for line in lines if MARKER not in line).strip()
    return "" if _LICENCE.search(text) else text
