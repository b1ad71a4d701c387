"""The statements of language/muranopl.txt about methods: arguments, usages, expressions, instructions."""

from __future__ import annotations

import textwrap
from typing import Any

from tests.conformance.statements.asking import (
    CLEAN,
    FAILS,
    REPORTED,
    Statement,
    called,
    catalog,
    checked,
    class_,
    object_,
    static,
)

ARGUMENTS = """\
    Arguments:
      - a:
          Contract: $.int().notNull()
      - b:
          Contract: $.int()
          Default: 5
"""
VARIABLE = """\
  many:
    Usage: Static
    Arguments:
      - name:
          Contract: $.string().notNull()
      - rest:
          Contract: $.int()
          Usage: VarArgs
      - others:
          Contract: $.int()
          Usage: KwArgs
    Body:
      Return: [$name, $rest, $others]
"""
PAIR = """\
  pair:
    Arguments:
      - a:
          Contract: $
          Default: 0
      - b:
          Contract: $
          Default: 0
    Body:
      Return: [$a, $b]
"""
VALUES = """\
Properties:
  x:
    Usage: InOut
    Contract: $
    Default: [1, 2]
  y:
    Usage: InOut
    Contract: $
    Default: 7
  deep:
    Usage: InOut
    Contract: $
    Default: {key: {subKey: 1}}
"""
GREETER = class_("Methods:\n  greet:\n    Body:\n      Return: hello\n", "B")
MATCH = """\
- Match:
    a:
      - Return: 1
    b:
      - Return: 2
  Value: {}
"""
TRY = """\
- Try:
    - {}
  Catch:
    With: keyError
    As: e
    Do:
      - $result: $e.message
  Else:
    - $result: none
  Finally:
    - $end: true
- Return: [$result, $end]
"""


VIOLATION = """\
- Try:
    - :C.many(n, one)
  Catch:
    With: ContractViolationException
    Do:
      - $result: caught
  Finally:
    - $end: end
- Return: [$result, $end]
"""
RUNNING = """\
Properties:
  running:
    Usage: Runtime
    Contract: $.int()
    Default: 0
  most:
    Usage: Runtime
    Contract: $.int()
    Default: 0
"""
BRANCH = """\
    - Do:
        - $.running: $.running + 1
        - $.most: max($.most, $.running)
        - sleep(1)
        - $.running: $.running - 1
"""


def at_once(limit: str) -> Any:
    """How many of three branches run at a time."""
    return called(f"- Parallel:\n{BRANCH * 3}{limit}- Return: $.most", RUNNING)


def many_in(lines: str) -> Any:
    return called(lines, methods=VARIABLE)


def many(call: str) -> Any:
    return many_in(f"- Return: {call}")


def method(lines: str) -> str:
    """What a check says of a method with some entries."""
    return checked(class_("Methods:\n  m:\n" + textwrap.indent(lines, "    ") + "\n"))


def body(lines: str) -> str:
    return method("Body:\n" + textwrap.indent(lines, "  "))


def from_outside(usage: str) -> bool:
    content = f"Methods:\n  m:\n{usage}    Body:\n      Return: 1\n"
    return catalog(class_(content)).call("a.C", "m", model=object_("a.C")).ok


def from_outside_many(given: dict[str, Any]) -> Any:
    content = "Methods:\n" + VARIABLE.replace("Static\n", "Static\n    Scope: Public\n")
    result = catalog(class_(content)).call("a.C", "many", given)
    return result.value if result.ok else FAILS


METHODS = {
    "arguments are optional": Statement(lambda: static("- Return: 1"), 1),
    "a method without content": Statement(lambda: checked(class_("Methods:\n  m:\n")), CLEAN),
    "arguments have contracts": Statement(
        lambda: static("- Return: $a", arguments=ARGUMENTS, a="3"), 3
    ),
    "arguments have defaults": Statement(
        lambda: static("- Return: $b", arguments=ARGUMENTS, a=3), 5
    ),
    "an argument that is refused": Statement(
        lambda: static("- Return: $b", arguments=ARGUMENTS, a="x"), FAILS
    ),
    "an argument that is missing": Statement(
        lambda: static("- Return: $b", arguments=ARGUMENTS), FAILS
    ),
    "VarArgs is a list, KwArgs a mapping": Statement(
        lambda: many(":C.many(n, 1, '2', key => 3)"), ["n", [1, 2], {"key": 3}]
    ),
    "the contract of VarArgs is for each value": Statement(lambda: many(":C.many(n, one)"), FAILS),
    "the contract of KwArgs is for each value": Statement(
        lambda: many(":C.many(n, key => one)"), FAILS
    ),
    "keys of KwArgs are keywords": Statement(
        lambda: from_outside_many({"name": "n", "key_1": 3}), ["n", [], {"key_1": 3}]
    ),
    "other texts are not keys of KwArgs": Statement(
        lambda: from_outside_many({"name": "n", "a b": 3}), FAILS
    ),
    "no other usage of arguments": Statement(
        lambda: method("Arguments:\n  - a:\n      Contract: $\n      Usage: Both"), REPORTED
    ),
    "usage Runtime": Statement(lambda: method("Usage: Runtime"), CLEAN),
    "usage Static": Statement(lambda: many(":C.many(n)"), ["n", [], {}]),
    "usage Action is deprecated": Statement(lambda: method("Usage: Action"), REPORTED),
    "no other usage": Statement(lambda: method("Usage: Both"), REPORTED),
    "scope Session": Statement(lambda: method("Scope: Session"), CLEAN),
    "scope Public": Statement(lambda: method("Scope: Public"), CLEAN),
    "no other scope": Statement(lambda: method("Scope: Private"), REPORTED),
    "scope Session is not for callers outside": Statement(
        lambda: from_outside("    Scope: Session\n"), False
    ),
    "Session is the default": Statement(lambda: from_outside(""), False),
    "scope Public is for callers outside": Statement(
        lambda: from_outside("    Scope: Public\n"), True
    ),
    "usage Action is for callers outside": Statement(
        lambda: from_outside("    Usage: Action\n"), True
    ),
    "instructions are run in order": Statement(
        lambda: static("- $x: 1\n- $x: $x + 1\n- Return: $x"), 2
    ),
}
EXPRESSIONS = {
    "$.method()": Statement(lambda: called("- Return: $.pair()", methods=PAIR), [0, 0]),
    "$this.method()": Statement(lambda: called("- Return: $this.pair(1)", methods=PAIR), [1, 0]),
    "named arguments": Statement(
        lambda: called("- Return: $.pair(1, b => 3)", methods=PAIR), [1, 3]
    ),
    "expressions inside others": Statement(
        lambda: called("- $p: 9\n- Return: list($.pair().len(), $p)", methods=PAIR), [2, 9]
    ),
    "a method of another object": Statement(
        lambda: called(
            "- Return: $.x.greet()",
            "Properties:\n  x:\n    Contract: $.class(B)\n",
            others=GREETER,
            x=object_("a.B"),
        ),
        "hello",
    ),
}
ASSIGNMENTS = {
    "of a variable": Statement(lambda: static("- $x: text\n- Return: $x"), "text"),
    "of a property": Statement(lambda: called("- $.x: 5\n- Return: $.x", VALUES), 5),
    "of a property of $this": Statement(lambda: called("- $this.x: 5\n- Return: $.x", VALUES), 5),
    "of another property's value": Statement(
        lambda: called("- $.x: $.y\n- Return: $.x", VALUES), 7
    ),
    "of a list of variables": Statement(
        lambda: static("- $a: 1\n- $x: [$a, 2]\n- Return: $x"), [1, 2]
    ),
    "of structures of any depth": Statement(
        lambda: static("- $v: 1\n- $x:\n    A:\n      B: $v\n- Return: $x"), {"A": {"B": 1}}
    ),
    "of an item": Statement(lambda: called("- $.x[0]: 9\n- Return: $.x", VALUES), [9, 2]),
    "append()": Statement(lambda: called("- $.x: $.x.append(3)\n- Return: $.x", VALUES), [1, 2, 3]),
    "insert()": Statement(
        lambda: called("- $.x: $.x.insert(1, 3)\n- Return: $.x", VALUES), [1, 3, 2]
    ),
    "delete()": Statement(lambda: static("- $x: list(1, 2).delete(0)\n- Return: $x"), [2]),
    "of a key, by a period": Statement(
        lambda: called("- $.deep.key.subKey: 5\n- Return: $.deep", VALUES), {"key": {"subKey": 5}}
    ),
    "of a key, in brackets": Statement(
        lambda: called("- $.deep[key][subKey]: 5\n- Return: $.deep", VALUES), {"key": {"subKey": 5}}
    ),
}
BLOCKS = {
    "Return ends the method": Statement(lambda: static("- Return: 1\n- Return: 2"), 1),
    "If": Statement(lambda: static("- If: 1 = 1\n  Then:\n    - Return: 1\n- Return: 2"), 1),
    "Else": Statement(
        lambda: static("- If: 1 = 2\n  Then:\n    - Return: 1\n  Else:\n    - Return: 3"), 3
    ),
    "the condition of If is not a number": Statement(lambda: body("- If: 5\n  Then: []"), REPORTED),
    "the condition of While is not a number": Statement(
        lambda: body("- While: 5\n  Do: []"), REPORTED
    ),
    "the conditions of Switch are not texts": Statement(
        lambda: body("- Switch:\n    text: []\n    $.m() = 1: []"), REPORTED
    ),
    "Else is optional": Statement(
        lambda: static("- If: 1 = 2\n  Then:\n    - Return: 1\n- Return: 2"), 2
    ),
    "a block of one line": Statement(
        lambda: called("- If: 1 = 1\n  Then: $.pair()\n- Return: 4", methods=PAIR), 4
    ),
    "While": Statement(
        lambda: static("- $x: 0\n- While: $x < 3\n  Do:\n    - $x: $x + 1\n- Return: $x"), 3
    ),
    "For over a list": Statement(
        lambda: static(
            "- $x: 5\n- $s: 0\n- For: i\n  In: [1, 2, $x]\n  Do:\n    - $s: $s + $i\n- Return: $s"
        ),
        8,
    ),
    "For over an expression": Statement(
        lambda: static("- $s: 0\n- For: i\n  In: range(4)\n  Do:\n    - $s: $s + $i\n- Return: $s"),
        6,
    ),
    "Repeat": Statement(
        lambda: static("- $s: 0\n- Repeat: 4\n  Do:\n    - $s: $s + 1\n- Return: $s"), 4
    ),
    "Break": Statement(
        lambda: static("- $s: 0\n- Repeat: 5\n  Do:\n    - $s: $s + 1\n    - Break:\n- Return: $s"),
        1,
    ),
    "Match": Statement(lambda: static(MATCH.format("concat(b, '')")), 2),
    "Match without a case": Statement(
        lambda: static(MATCH.format("concat(c, '')") + "- Return: 9"), 9
    ),
    "Match with a default": Statement(
        lambda: static(MATCH.format("concat(c, '')") + "  Default:\n    - Return: 3"), 3
    ),
    "cases of Match are constants": Statement(
        lambda: body("- Match:\n    $x:\n      - Return: 1\n  Value: concat(a, b)"), REPORTED
    ),
    "Switch runs all blocks whose condition is true": Statement(
        lambda: static(
            "- $n: 0\n- Switch:\n    1 = 1:\n      - $n: $n + 1\n    2 = 2:\n      - $n: $n + 1\n"
            "    1 = 2:\n      - $n: $n + 1\n  Default:\n    - $n: 9\n- Return: $n"
        ),
        2,
    ),
    "Switch with a default": Statement(
        lambda: static("- Switch:\n    1 = 2:\n      - Return: 1\n  Default:\n    - Return: 5"), 5
    ),
    "Parallel": Statement(
        lambda: called("- Parallel:\n    - $.x: 5\n    - $.y: 6\n- Return: [$.x, $.y]", VALUES),
        [5, 6],
    ),
    "Parallel runs all at once": Statement(lambda: at_once(""), 3),
    "Parallel with a limit of two": Statement(lambda: at_once("  Limit: 2\n"), 2),
    "Parallel with a limit of one": Statement(lambda: at_once("  Limit: 1\n"), 1),
    "Parallel waits for all": Statement(
        lambda: called(
            "- Parallel:\n    - $.x: 5\n    - $.y: 6\n  Limit: 1\n- Return: [$.x, $.y]", VALUES
        ),
        [5, 6],
    ),
    "Catch and Finally": Statement(
        lambda: static(TRY.format("Throw: keyError\n      Message: text")), ["text", True]
    ),
    "Else and Finally": Statement(lambda: static(TRY.format("$x: 1")), ["none", True]),
    "what a contract refuses is a ContractViolationException": Statement(
        lambda: many_in(VIOLATION), ["caught", "end"]
    ),
    "the text of an exception": Statement(
        lambda: (
            "keyError: text"
            in static(
                TRY.format("Throw: keyError\n      Message: text").replace(
                    "$e.message", "$e.toString()"
                )
            )[0]
        ),
        True,
    ),
    "Catch is for the names it gives": Statement(lambda: static(TRY.format("Throw: other")), FAILS),
    "Finally is run for an exception": Statement(
        lambda: static(
            "- Try:\n    - Try:\n        - Throw: keyError\n      Finally:\n        - $end: 1\n"
            "  Catch:\n    Do: []\n- Return: $end"
        ),
        1,
    ),
    "an exception that nothing catches": Statement(lambda: static("- Throw: keyError"), FAILS),
    "two constructs need two dashes": Statement(
        lambda: body("- If: 1 = 1\n  Then: []\n  While: 1 = 2\n  Do: []"), REPORTED
    ),
    "an unknown construct": Statement(lambda: body("- Iff: 1 = 1\n  Then: []"), REPORTED),
    "For without In": Statement(lambda: body("- For: x\n  Do: []"), REPORTED),
}
STATEMENTS = {
    **METHODS,
    **EXPRESSIONS,
    **{f"assignment {name}": statement for name, statement in ASSIGNMENTS.items()},
    **BLOCKS,
}
