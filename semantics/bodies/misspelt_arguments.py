"""An argument that is declared by one name and read by another: which of the two is misspelt."""

from __future__ import annotations

import re

from muranopl.ard.nodes import Node
from muranopl.diagnostics.correcting import fix_of, source_at
from muranopl.diagnostics.corrections import Correction
from muranopl.diagnostics.fixes import Applicability, Fix, TextEdit, fixed_by
from muranopl.diagnostics.places import Place


def respelling(declared: Node, name: str, read: str, place: Place) -> tuple[Fix, ...]:
    """Return the fix that gives an argument one name, where a variable is read at a place.

    The name that the file has more often is right. If both are as rare it may be either, so that
    writing the declared one is not safe: callers and overrides may use the other.
    """
    text = declared.file.text or ""
    times, read_times = _times(name, text), _times(read, text)
    if read_times > times and source_at(declared.place) == name:
        return fixed_by(f"write `{read}`", TextEdit(declared.place, read))
    is_sure = times > read_times
    correction = Correction.of(
        "",
        f"${name}",
        instead_of=f"${read}",
        applicability=None if is_sure else Applicability.UNSAFE,
    )
    fix = fix_of(correction, (place,), {})
    return () if fix is None else (fix,)


def _times(name: str, text: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", text))
