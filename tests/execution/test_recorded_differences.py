"""What random bodies, run beside the reference engine, showed to be different there; answers are the engine's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from tests.manifests import write_library

CLASSES = """\
Namespaces: {=: conf}
Name: Base
Properties:
  count:
    Contract: $.int()
    Usage: InOut
    Default: 0
Methods:
  failing:
    Body:
      - $this.countOne()
---
Name: Other
Methods:
  failing:
    Body:
      - $this.countOne()
---
Name: Main
Extends: [Base, Other]
Properties:
  fixed:
    Contract: $.int()
  child:
    Contract: $.class(Base)
    Usage: InOut
  other:
    Contract: $.class(Base)
    Usage: InOut
Methods:
  pair:
    Arguments:
      - first: {Contract: $.int()}
      - second: {Contract: $.int(), Default: 2}
      - rest: {Contract: $, Usage: KwArgs}
    Body:
      - Return: [$first, $second, $rest]
  countOne:
    Body:
      - $.count: $.count + 1
      - Throw: Failed
        Message: format('failed for {0}', $.count)
  counted:
    Arguments:
      - n: {Contract: $.int()}
    Body:
      - $.count: $.count + 1
      - If: $n != 1
        Then:
          - Throw: Failed
            Message: format('failed for {0}', $n)
      - Return: $n
  triple:
    Arguments:
      - a: {Contract: $.int().notNull()}
      - b: {Contract: $.int()}
      - c: {Contract: [{d: $.int()}]}
  run:
    Scope: Public
    Body:
"""


def session_of(body: str, folder: Path) -> Session:
    """Return a session in which `root`, of class Main, has `run` with a body."""
    indented = "".join(f"      {line}\n" for line in body.splitlines())
    text = CLASSES + indented
    write_library(folder / "case", "conf", ["Base", "Other", "Main"], text)
    session = muranopl.Catalog([folder / "case"]).session()
    session.load({"Objects": {"?": {"type": "conf.Main", "id": "root"}}})
    return session


def called(body: str, folder: Path) -> Any:
    """Return what a body returns."""
    session = session_of(body, folder)
    root = session.find("root")
    assert root is not None
    return session.call(root, "run")


IN_PARALLEL = """\
- $i: 9
- $e: before
- $seen: []
- Parallel:
    - For: i
      In: [1, 2]
      Do:
        - $i: 100
        - $seen: $seen.append($i)
    - Try:
        - Throw: Leak
      Catch:
        As: e
        Do:
          - $seen: $seen.append($e.name)
    - $made: 5
- Return: [$i, $e, $seen, $made]
"""

WITH_CLASS_KEY = """\
- $fixture: new('io.murano.test.TestFixture')
- $model:
    Objects:
      :Main:
        child:
          :Base: null
- $loaded: $fixture.load($model)
- Return: [typeinfo($loaded).name, typeinfo($loaded.child).name]
"""


def told(call: str) -> str:
    """A body that returns the message of what a call throws."""
    return f"- Try:\n  - {call}\n  Catch:\n    As: e\n    Do: {{Return: $e.message}}"


TOGETHER = """\
- $seen: []
- Try:
    - $made: list(0, 1, 2).{call}
  Catch:
    As: e
    Do:
      - Return: [$e.message, $.count]
"""

VALUES = {
    "pselect: all items are run, the first failure counts": (
        TOGETHER.format(call="pselect($this.counted($))"),
        ["failed for 0", 3],
    ),
    "select: the first failure is the last item": (
        TOGETHER.format(call="select($this.counted($))"),
        ["failed for 0", 1],
    ),
    "psuper: all parents are run": (
        told("psuper($, $.failing())").replace("$e.message", "[$e.message, $.count]"),
        ["failed for 1", 2],
    ),
    "contracts come before what is left over": (
        told("$.triple(x, 1, 2, zz => 3)"),
        '[conf.Main::triple(a)] the string "x" is not an integer',
    ),
    "contracts come in the order of the arguments": (
        told("$.triple(c => x, b => 1)"),
        "[conf.Main::triple(a)] a value is required, as notNull() rejects null",
    ),
    "a part of an argument": (
        told("$.triple(1, c => [{d => x}])"),
        "[conf.Main::triple(c[0]['d'])] the string \"x\" is not an integer",
    ),
    "what is left over": (told("$.triple(1, 2, zz => 3)"), 'method "triple" has no argument "zz"'),
    "a property": (told("$.count: x"), '[conf.Base.count] the string "x" is not an integer'),
    "the receiver of an unknown method": (
        told("$.unknown()"),
        'Unknown method "unknown" for receiver <conf.Main/0.0.0 root>',
    ),
    "a class as the key of a model": (WITH_CLASS_KEY, ["conf.Main", "conf.Base"]),
    "Parallel: loop and exception variables stay with the item": (
        IN_PARALLEL,
        [100, "before", [1, 2, "conf.Leak"], 5],
    ),
    "the message of an exception is text": (
        "- Try:\n  - Throw: Leak\n    Message: 5\n  Catch:\n    As: e\n    Do: {Return: $e.message}",
        "5",
    ),
    "texts of an object and of what is lazy": (
        """- Return: !yaql "[str($), [1, $].join(','), str([1].select($))]\"""",
        ["<conf.Main/0.0.0 root>", "1,<conf.Main/0.0.0 root>", "<lazy sequence>"],
    ),
    "names and positions of different arguments": (
        "- Return: $.pair(1, other => 3)",
        [1, 2, {"other": 3}],
    ),
}


@pytest.mark.parametrize(("body", "value"), VALUES.values(), ids=VALUES)
def test_value(body: str, value: Any, tmp_path: Path) -> None:
    assert called(body, tmp_path) == value


NO_MATCH = "yaql.language.exceptions.NoMatchingMethodException"
ERRORS = {
    "an argument given by position and by name": ("- $.pair(1, first => 2)", NO_MATCH),
    "the same, though there is an argument for any name": (
        "- $.pair(1, x => 2, first => 'text')",
        NO_MATCH,
    ),
    "super() of a view that is not of all parents": ("- super(cast($, :Base))", "TypeError"),
    "extra data that is not a mapping, where it is caught": (
        "- Try:\n  - Throw: Leak\n    Extra: [1]\n  Catch:\n    As: e\n    Do: {$x: $e.name}",
        "murano.dsl.exceptions.ContractViolationException",
    ),
    "reflection writes what its caller may write": (
        "- typeinfo($).properties.where($.name = fixed).single().setValue($this, 5)",
        "murano.dsl.exceptions.NoWriteAccessError",
    ),
    "reflection calls methods of objects on objects": (
        "- typeinfo($).methods.where($.name = pair).single().invoke(null)",
        "Exception",
    ),
    "an index of what is not a list": ("- $x: 1\n- $x[0].y: 5", "ValueError"),
}


@pytest.mark.parametrize(("body", "name"), ERRORS.values(), ids=ERRORS)
def test_error_has_a_name_and_a_stack(body: str, name: str, tmp_path: Path) -> None:
    with pytest.raises(MuranoError) as thrown:
        called(body, tmp_path)
    assert thrown.value.names == (name,)
    frames = [
        (frame.method, frame.type_name, frame.place.file.display) for frame in thrown.value.stack
    ]
    assert frames == [("run", "conf.Main", str(tmp_path / "case" / "Classes" / "Base.yaml"))]
