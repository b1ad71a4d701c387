"""Plain scalars that end with a quote nothing opens: YAML takes the quote for a part of the text.

`Author: Mirantis, Inc'` is valid YAML; the quote in front was lost. What looks like an expression is told as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from muranopl.ard.nodes import Node, Scalar, walk
from muranopl.diagnostics.catalogue import expressions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.unparsed import parse_error

_LINE = re.compile(r"""^[^'"\n]*[^\W\d]['"][ \t\r]*$""", re.MULTILINE)
"""A line with one quote, at its end: few files have any, so that nearly none is searched."""
_STRAY = re.compile(r"""[^'"]*[^\W\d](?P<quote>['"])\Z""")


def report_stray_quotes(documents: Iterable[Node], text: str | None, findings: Findings) -> None:
    """Report the stray quotes in the documents of a file."""
    if text is None or _LINE.search(text) is None:
        return
    for node in (part for document in documents for part in walk(document)):
        if isinstance(node, Scalar) and node.plain and isinstance(node.value, str):
            found = _STRAY.match(node.value)
            if found is not None and parse_error(node) is None:
                findings.report(rules.STRAY_QUOTE, node.place, quote=found["quote"], text=node.value)
