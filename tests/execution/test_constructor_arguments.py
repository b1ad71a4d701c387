"""Which constructor of a hierarchy gets a value: a name is taken once, by the most derived class (measured)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import evaluated_packages, write_packages
from tests.conformance.running import Call, ran

PROPERTY = "  x: {Contract: $, Default: own}\n"


def class_(
    name: str, extends: str = "std:Object", *, init: bool = False, properties: str = ""
) -> str:
    """Return a class that keeps what its constructor got, if it has one."""
    constructor = f"  .init:\n    Arguments: [{{x: {{Contract: $, Default: none}}}}]\n    Body: [$.got{name}: $x]\n"
    return (
        f"Name: {name}\nExtends: {extends}\n"
        f"Properties:\n  got{name}: {{Contract: $, Usage: Runtime, Default: nothing}}\n{properties}"
        f"Methods:\n{constructor if init else ''}  get{name}: {{Body: [Return: $.got{name}]}}\n"
    )


NAMELESS = "Name: K\nExtends: [P, Q]\n"
CASES = {
    "the child": (
        [class_("P", init=True), class_("K", "P", init=True)],
        "[$o.getK(), $o.getP()]",
        [1, "none"],
    ),
    "the parent": (
        [class_("P", init=True), class_("K", "P")],
        "[$o.getK(), $o.getP()]",
        ["nothing", 1],
    ),
    "a property": (
        [class_("P", init=True), class_("K", "P", properties=PROPERTY)],
        "[$o.x, $o.getP()]",
        [1, "none"],
    ),
    "a property of the class": (
        [
            class_("P", init=True),
            class_("K", "P", properties="  x: {Contract: $, Usage: Static, Default: own}\n"),
        ],
        "$o.getP()",
        "none",
    ),
    "the first parent": (
        [class_("P", init=True), class_("Q", init=True), class_("K", "[P, Q]")],
        "[$o.getP(), $o.getQ()]",
        [1, "none"],
    ),
    "both parents, below a class without names": (
        [class_("P", init=True), class_("Q", init=True), NAMELESS],
        "[$o.getP(), $o.getQ()]",
        [1, 1],
    ),
    "a parent and a property, below a class without names": (
        [class_("P", init=True), class_("Q", properties=PROPERTY), NAMELESS],
        "[$o.getP(), $o.x]",
        [1, 1],
    ),
}


@pytest.mark.parametrize(("classes", "read", "expected"), CASES.values(), ids=CASES)
def test_who_takes_a_name(classes: list[str], read: str, expected: object, tmp_path: Path) -> None:
    body = f"- $o: new(K, x => 1)\n- Return: {read}"
    write_packages(
        evaluated_packages({"body": body, "classes": "---\n".join(classes)}, "1.4"), tmp_path
    )
    result = ran(muranopl.Catalog([tmp_path]), Call("conf.Main", "run", [], {}))
    assert result.get("value") == expected, result
