"""Plain scalars that end with a quote or a `)` that nothing opens, which YAML accepts.

`Author: Mirantis, Inc'` is valid YAML; the opening quote was forgotten. A text that looks like an
expression is reported as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from muranopl.ard.nodes import Node, Scalar, walk
from muranopl.diagnostics.catalogue import expressions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.unparsed import parse_error, stray_closing

_QUOTE = re.compile(r"""(?:[^'"]*+(['"])[^'"]*+\1)*[^'"]*+(?<=\S)['"][ \t\r]*(?:[,\]}].*)?\Z""")
# Patterns of the lines that may end such texts, also in a `[list]`. Few files have any, so that
# searching is fast.
_BRACKET = re.compile(r"[^()]*+(?<=\w)\)[ \t\r]*\Z")


def report_stray_closings(documents: Iterable[Node], text: str | None, findings: Findings) -> None:
    """Report the stray quotes and brackets in the documents of a file."""
    if text is None or not _may_hold_one(text):
        return
    for node in (part for document in documents for part in walk(document)):
        # A text that is not an expression because of the quote is reported as that.
        closing = stray_closing(node)
        if closing is not None and isinstance(node, Scalar) and parse_error(node) is None:
            remedy = None
            if closing != ")":
                remedy = f"write {closing}{node.value!s}, or remove the {closing}"
            findings.report(rules.STRAY_CLOSING, node, closing=closing, suggestion=remedy)


def _may_hold_one(text: str) -> bool:
    # Comprehensions instead of a call per line: most lines have neither sign
    lines = text.split("\n")
    for quote in "'\"":
        if quote in text and any(map(_QUOTE.match, [line for line in lines if quote in line])):
            return True
    return any(map(_BRACKET.match, [line for line in lines if ")" in line and "(" not in line]))
