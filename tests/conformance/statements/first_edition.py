"""The statements of language/muranopl-first-edition.txt that the newer edition does not repeat."""

from __future__ import annotations

from typing import Any

from tests.conformance.statements.asking import (
    CLEAN,
    HEAD,
    REPORTED,
    Statement,
    called,
    catalog,
    checked,
    class_,
    object_,
    static,
)

WORKFLOW = """\
Workflow:
  m:
    Scope: Public
    Body:
      - Return: $.n() + 1
  n:
    Body:
      - Return: 1
"""
NUMBERS = "Properties:\n  x:\n    Usage: InOut\n    Contract: $\n    Default: [1, 2]\n"
JSON = (
    '{"Name": "a.C", "Properties": {"p": {"Contract": "$.int()", "Default": 3}},'
    ' "Methods": {"m": {"Body": [{"Return": 1}]}}}'
)
ITEMS = (
    "- $data:\n    - n: 5\n      list: [7, 4]\n    - n: 6\n      list: [3]\n"
    "    - n: 1\n      list: [4]\n"
    "- Return: $data.where($.n > 2 and $.list.any($ = 4)).select($.list[0])"
)


def value(written: str) -> Any:
    """The value of a node in a method."""
    return static(f"- $y: 3\n- Return: {written}")


def body(line: str) -> str:
    """What a check says of a method with one instruction."""
    return checked(class_(f"{NUMBERS}Methods:\n  m:\n    Body:\n      - {line}\n"))


def contract(written: str) -> str:
    content = f"Properties:\n  p:\n    Contract: {written}\n"
    return checked(class_(content))


STATEMENTS = {
    "some text is a text": Statement(lambda: value("Some text"), "Some text"),
    "an expression is YAQL": Statement(lambda: value("$y + 1"), 4),
    "in quotation marks it is a text": Statement(lambda: value('"$y + 1"'), "$y + 1"),
    "with the tag of texts it is a text": Statement(lambda: value("!!str $y"), "$y"),
    "with its own tag a text is YAQL": Statement(lambda: value('!yaql "$y + 1"'), 4),
    "operators without a variable": Statement(lambda: value("2 + 2"), 4),
    "inequality": Statement(lambda: value("true != false"), True),
    "= compares": Statement(lambda: value("$y = 3"), True),
    "$ in the middle is the item": Statement(lambda: static(ITEMS), [7]),
    "$1 is the item as well": Statement(lambda: value("list(1, 2, 3).where($1 > 1)"), [2, 3]),
    "a function that is not registered": Statement(lambda: body("$y: nothing(5)"), REPORTED),
    "functions of contracts are none of workflows": Statement(
        lambda: body("$y: int(5).notNull()"), REPORTED
    ),
    "functions of workflows are none of contracts": Statement(
        lambda: contract("$.toUpper()"), REPORTED
    ),
    "methods in Workflow": Statement(lambda: checked(class_(WORKFLOW)), CLEAN),
    "methods in Workflow are called": Statement(
        lambda: catalog(class_(WORKFLOW)).call("a.C", "m", model=object_("a.C")).value, 2
    ),
    "in JSON, whose texts have quotation marks, contracts are texts": Statement(
        lambda: checked({"a.C": JSON}), REPORTED
    ),
    "append() as the target of an assignment": Statement(lambda: body("$.x.append(): 3"), REPORTED),
    "append() of the newer edition": Statement(
        lambda: called("- $.x: $.x.append(3)\n- Return: $.x", NUMBERS), [1, 2, 3]
    ),
    "names with a prefix": Statement(
        lambda: checked({"a.C": HEAD.format("C") + "Extends: std:Object\n"}), CLEAN
    ),
}
