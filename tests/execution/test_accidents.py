"""What docs/quirks.md calls accidents of the engine: it is done sensibly here, with quirks as without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PAGE = Path(__file__).parents[2] / "docs" / "quirks.md"
PACKAGES = """\
=== lib/manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.lib
Classes: {example.lib.Part: Part.yaml, example.lib.Helper: Helper.yaml}
=== lib/Classes/Part.yaml
Namespaces: {=: example.lib}
Name: Part
Properties:
  self: {Contract: $.int(), Default: 1}
=== lib/Classes/Helper.yaml
Namespaces: {=: example.lib}
Name: Helper
Methods:
  doubled:
    Usage: Extension
    Arguments:
      - part: {Contract: $.class(Part).notNull()}
    Body:
      - Return: $part.self * 2
=== app/manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Classes: {example.app.User: User.yaml}
Require: {example.lib: 0}
=== app/Classes/User.yaml
Namespaces: {=: example.app, lib: example.lib}
Name: User
Import: lib:Helper
Methods:
  cause:
    Usage: Static
    Scope: Public
    Body:
      - Try:
          - Throw: Failed
            Message: it failed
        Catch:
          - As: e
            Do:
              - Return: $e.cause
  self:
    Usage: Static
    Scope: Public
    Body:
      - Return: new(lib:Part, self => 4).self
  extension:
    Usage: Static
    Scope: Public
    Body:
      - Return: new(lib:Part, self => 4).doubled()
"""


@pytest.mark.parametrize("quirks", [(), ("engine",)], ids=["documents", "engine"])
@pytest.mark.parametrize(
    ("method", "value", "words"),
    [
        ("cause", None, "`$e.cause`"),
        ("self", 4, "named `self`"),
        ("extension", 8, "contracts of an extension method"),
    ],
)
def test_an_accident(
    method: str, value: Any, words: str, quirks: tuple[str, ...], tmp_path: Path
) -> None:
    catalog = muranopl.Catalog([write(files(PACKAGES), tmp_path)], quirks=quirks)
    result = catalog.call("example.app.User", method)
    assert (result.value, result.reason, result.diagnostics) == (value, None, ())
    accidents = PAGE.read_text(encoding="utf-8").partition("## Accidents")[2]
    assert words in accidents
