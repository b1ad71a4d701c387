"""Keys of a declaration that stand beside it, where they are read as declarations of their own."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
Namespaces:
  =: example.app
Name: Sample
Properties:
  size:
    Contract: $.int()
  Default: 5
Methods:
  go:
    Usage: Static
  Body:
    - Return: 1
  stop: [1]
"""


def test_the_remedy_is_to_indent_them(tmp_path: Path) -> None:
    folder = write(files(PACKAGE), tmp_path)
    diagnostics = muranopl.validate(folder).diagnostics
    facts = [(item.code, item.line, item.suggestion or "") for item in diagnostics]
    default, body, stop = facts
    assert default[:2] == ("MPL122", 7)
    assert "if this Default is that of the declaration above, indent it" in default[2]
    assert body[:2] == ("MPL122", 12)
    assert "if this Body is that of the declaration above, indent it" in body[2]
    assert stop == ("MPL122", 13, "")
