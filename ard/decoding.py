"""Decodes the bytes of a file as text; reports bytes and characters that are not allowed."""

from __future__ import annotations

import codecs
import re

from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.places import File, place_at
from muranopl.diagnostics.reporter import Reporter

_BYTE_ORDER_MARK = "\ufeff"
# The characters YAML 1.1 does not allow in a stream; PyYAML's and libyaml's rule. (Compiled when it
# is needed.)
_FORBIDDEN = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def decode(data: bytes, file: File, reporter: Reporter, *, utf16: bool) -> str | None:
    """Return the text of a file without byte order mark, also set as `file.text`.

    Return None if it cannot be decoded (reported). UTF-16 is recognised by its byte order mark, as
    PyYAML does it, and only if `utf16` is set.
    """
    # Only a byte order mark identifies UTF-16 for certain.
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-8"
    if wide and utf16:
        encoding = "utf-16-be"
        if data.startswith(codecs.BOM_UTF16_LE):
            encoding = "utf-16-le"
    try:
        text = data.decode(encoding).removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        file.text = data.decode(encoding, "replace").removeprefix(_BYTE_ORDER_MARK)
        before = data[: error.start].decode(encoding, "replace").removeprefix(_BYTE_ORDER_MARK)
        what = "the file is UTF-16"
        if not (wide and not utf16):
            what = f"the byte 0x{data[error.start]:02x} is not valid {encoding}"
        reporter.report(
            rules.NOT_TEXT,
            place_at(file, before, len(before)),
            what=what,
            suggestion="save the file as UTF-8",
        )
        return None
    file.text = text
    return text


def report_forbidden(text: str, file: File, reporter: Reporter) -> None:
    """Report the first character that YAML forbids."""
    result = re.search(_FORBIDDEN, text)
    if result is not None:
        what = f"the control character U+{ord(result.group()):04X} is not allowed in YAML"
        reporter.report(rules.NOT_TEXT, place_at(file, text, result.start()), what=what)
