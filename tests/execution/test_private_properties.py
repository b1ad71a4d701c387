"""Properties that no class declares are private to the class whose code sets them (muranopl.txt, Properties)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.exceptions import ENGINE
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.kit
Classes:
  example.kit.Base: Base.yaml
  example.kit.Leaf: Leaf.yaml
  example.kit.Other: Other.yaml
=== Classes/Base.yaml
Namespaces: {=: example.kit}
Name: Base
Methods:
  keep: {Body: [$.secret: of base]}
  ofBase: {Body: [Return: $.secret]}
  ofAnother: {Arguments: [{another: {Contract: $.class(Base)}}], Body: [Return: $another.secret]}
=== Classes/Leaf.yaml
Namespaces: {=: example.kit}
Name: Leaf
Extends: Base
Methods:
  keepOwn: {Body: [$.secret: of leaf]}
  ofLeaf: {Body: [Return: $.secret]}
=== Classes/Other.yaml
Namespaces: {=: example.kit}
Name: Other
Methods:
  run:
    Usage: Static
    Scope: Public
    Arguments: [{how: {Contract: $.string().notNull()}}]
    Body:
    - $base: new(Base)
    - $leaf: new(Leaf)
    - Try:
      - Match:
          its own: [$base.keep(), Return: $base.ofBase()]
          of another object: [$base.keep(), Return: $leaf.ofAnother($base)]
          of an ancestor: [$leaf.keep(), Return: $leaf.ofBase()]
          two in one object: [$leaf.keep(), $leaf.keepOwn(), Return: [$leaf.ofBase(), $leaf.ofLeaf()]]
          read from outside: [$base.keep(), Return: $base.secret]
          read of a cast:
          - $leaf.keep()
          - Return: cast($leaf, Base).secret
          read in a function: [$base.keep(), Return: list($base).select($.secret)]
          read in a filter: [$base.keep(), Return: list($base).where($.secret = 1)]
          written from outside: [$base.secret: 1]
          not set: [Return: $leaf.ofBase()]
          set by an ancestor: [$leaf.keep(), Return: $leaf.ofLeaf()]
        Value: $how
      Catch:
        As: e
        Do:
        - Return: [$e.name, $e.message]
"""
UNREAD = [
    f"{ENGINE}PropertyReadError",
    'Property "secret" in class "example.kit.Base" cannot be read',
]
UNWRITTEN = [
    f"{ENGINE}PropertyWriteError",
    'Property "secret" in class "example.kit.Base" cannot be written',
]


def unset(name: str) -> list[str]:
    """Return what is thrown for a property that the code of a class did not set."""
    message = (
        f'Access to uninitialized property "secret" in class "example.kit.{name}" is forbidden'
    )
    return [f"{ENGINE}UninitializedPropertyAccessError", message]


CASES = {
    "its own": "of base",
    "of another object": "of base",
    "of an ancestor": "of base",
    "two in one object": ["of base", "of leaf"],
    "read from outside": UNREAD,
    "read of a cast": UNREAD,
    "read in a function": UNREAD,
    "read in a filter": UNREAD,
    "written from outside": UNWRITTEN,
    "not set": unset("Base"),
    "set by an ancestor": unset("Leaf"),
}


@pytest.mark.parametrize("how", CASES)
def test_who_sees_them(how: str, tmp_path: Path) -> None:
    catalog = muranopl.Catalog(write(files(PACKAGE), tmp_path))
    assert catalog.call("example.kit.Other", "run", {"how": how}).value == CASES[how]


READER = """\
=== Classes/Other.yaml
Namespaces: {=: example.kit}
Name: Other
Properties:
  base: {Contract: $.class(Base).notNull()}
Methods:
  private: {Body: [$.base.keep(), Return: $.base.secret]}
  elsewhere: {Body: [Return: $.base.unknown]}
"""


def test_a_check_says_where_the_property_is_set(tmp_path: Path) -> None:
    """In a library it is an error, too, unlike a property that a descendant may declare."""
    write(files(PACKAGE.partition("=== Classes/Other.yaml")[0] + READER), tmp_path)
    private, elsewhere = (
        item for item in muranopl.validate(tmp_path).diagnostics if item.code == "MPL652"
    )
    assert private.severity is muranopl.Severity.ERROR
    assert Path(private.related[-1].file).name == "Base.yaml"
    assert private.suggestion is not None
    assert elsewhere.severity is muranopl.Severity.WARNING
