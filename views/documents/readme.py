"""The part of a README between two markers, which is written anew."""

from __future__ import annotations

import re

from muranopl.diagnostics.usage import UsageError

BEGIN, END = "<!-- muranopl doc -->", "<!-- end of muranopl doc -->"
_BETWEEN = re.compile(rf"{re.escape(BEGIN)}\n.*?{re.escape(END)}", re.DOTALL)
_HEADING = re.compile(r"^(#+ )", re.MULTILINE)


def with_document(readme: str, document: str) -> str:
    """Return a README with a document between its markers, in place of what is there.

    Headings of the document are one level deeper. Raise UsageError for a README without markers.
    """
    inside = _HEADING.sub(r"#\1", document)
    text = f"{BEGIN}\n\n{inside}\n{END}"
    result, count = _BETWEEN.subn(lambda _: text, readme)
    if not count:
        raise UsageError(f'it has no lines "{BEGIN}" and "{END}" for the document')
    return result
