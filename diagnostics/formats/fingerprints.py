"""Computes fingerprints of diagnostics, by which services recognise them in later versions of a file.

Used by the formats `gitlab` and `sarif`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.snippet import SourceLines


def fingerprints(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """Return the fingerprint of each diagnostic.

    It is a hash of code, file, message and the line's text (not its number), and the number of the
    diagnostic among the equal ones in the file.
    """
    texts, occurrences, result = SourceLines(), Counter[str](), []
    for diagnostic in diagnostics:
        lines = texts.lines(diagnostic.place.file)
        line = ""
        if diagnostic.line <= len(lines):
            line = lines[diagnostic.line - 1].strip()
        parts = (
            diagnostic.code,
            diagnostic.file,
            diagnostic.package or "",
            diagnostic.message,
            line,
        )
        # The number of the line is left out: it changes with every line above.
        text = "\0".join(parts).encode("utf-8", "backslashreplace")
        digest = hashlib.sha256(text).hexdigest()[:32]
        occurrences[digest] += 1
        result.append(f"{digest}:{occurrences[digest]}")
    return result
