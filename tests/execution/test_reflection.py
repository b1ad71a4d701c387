"""Reflection with objects of other classes; answers are the engine's, whatever was called before."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.reflected
Classes:
  example.reflected.Base: All.yaml
  example.reflected.Derived: All.yaml
  example.reflected.Other: All.yaml
  example.reflected.Main: All.yaml
=== Classes/All.yaml
Namespaces: {=: example.reflected}
Name: Base
Properties:
  p: {Contract: $.int(), Usage: InOut, Default: 1}
  s: {Contract: $.int(), Usage: Static, Default: 10}
Methods:
  m:
    Body:
      - Return: !yaql "list(base, $.p)"
  st:
    Usage: Static
    Body:
      - Return: static
  ext:
    Usage: Extension
    Arguments:
      - self: {Contract: $.class(Base).notNull()}
    Body:
      - Return: $self.p
---
Name: Derived
Extends: Base
Properties:
  p: {Contract: $.int(), Usage: InOut, Default: 2}
Methods:
  m:
    Body:
      - Return: derived
---
Name: Other
Properties:
  p: {Contract: $.int(), Usage: InOut, Default: 3}
---
Name: Main
Methods:
  run:
    Arguments:
      - b: {Contract: $.class(Base)}
      - d: {Contract: $.class(Derived)}
      - o: {Contract: $.class(Other)}
      - n: {Contract: $.class(Other)}
    Body:
"""
NOT_COMPATIBLE = ("Exception", "'this' must be of compatible type")
NO_CAST = (
    "TypeError",
    "Cannot cast MuranoClass(example.reflected.Other/0.0.0) to MuranoClass(example.reflected.Base/",
)
IMMUTABLE = ("murano.dsl.exceptions.NoWriteAccessError", 'Property "{}" is immutable')
NOT_STATIC = ("murano.dsl.exceptions.NoPropertyFound", 'no static property "p"')

ANSWERS: dict[str, tuple[Any, Any, Any, Any]] = {
    "methods.where($.name = m).single().invoke": (
        ["base", 1],
        ["base", 2],
        NOT_COMPATIBLE,
        ("Exception", "A class instance is required"),
    ),
    "methods.where($.name = st).single().invoke": ("static", "static", NOT_COMPATIBLE, "static"),
    "methods.where($.name = ext).single().invoke": (
        1,
        2,
        NOT_COMPATIBLE,
        ("murano.dsl.exceptions.ContractViolationException", "[example.reflected.Base::ext(self)]"),
    ),
    "properties.where($.name = p).single().getValue": (1, 2, NO_CAST, NOT_STATIC),
    "properties.where($.name = s).single().getValue": (10, 10, NO_CAST, 10),
    "properties.where($.name = p).single().setValue": (
        (IMMUTABLE[0], IMMUTABLE[1].format("p")),
        (IMMUTABLE[0], IMMUTABLE[1].format("p")),
        NO_CAST,
        NOT_STATIC,
    ),
    "properties.where($.name = s).single().setValue": (
        (IMMUTABLE[0], IMMUTABLE[1].format("s")),
        (IMMUTABLE[0], IMMUTABLE[1].format("s")),
        NO_CAST,
        None,
    ),
}
STEP = """\
      - If: {0} != null or $b = null and $d = null and $o = null
        Then:
          - Return: !yaql 'typeinfo(:Base).CALL({0}VALUE)'
"""
ORDERS = tuple(itertools.permutations("bdon"))[::5]


def session_of(call: str, folder: Path) -> Session:
    value = ", 10" if call.endswith("setValue") else ""
    steps = "".join(map(STEP.format, ("$b", "$d", "$o", "null")))
    steps = steps.replace("CALL", call).replace("VALUE", value)
    session = muranopl.Catalog(write(files(PACKAGE + steps), folder)).session()
    session.load({"Objects": {"?": {"type": "example.reflected.Main", "id": "main"}}})
    return session


@pytest.mark.parametrize("order", ORDERS, ids=["".join(item) for item in ORDERS])
@pytest.mark.parametrize("call", ANSWERS)
def test_objects_of_several_classes(call: str, order: tuple[str, ...], tmp_path: Path) -> None:
    session = session_of(call, tmp_path)
    main = session.find("main")
    assert main is not None
    classes = {"b": "Base", "d": "Derived", "o": "Other"}
    objects = {
        name: session.new(f"example.reflected.{class_}", main) for name, class_ in classes.items()
    }
    for name in order:
        expected = ANSWERS[call]["bdon".index(name)]
        given = {name: objects[name]} if name in objects else {}
        if isinstance(expected, tuple):
            with pytest.raises(MuranoError) as caught:
                session.call(main, "run", kwargs=given, public=False)
            assert caught.value.names == (expected[0],)
            assert expected[1] in caught.value.message
        else:
            assert session.call(main, "run", kwargs=given, public=False) == expected
