"""Values that share parts: what they stand for is bounded, however little memory and however few lines they take."""

from __future__ import annotations

import pytest

from muranopl.execution.values import settled
from muranopl.semantics.evaluation.bounds import LIMITS, Budget, SharedBudget
from muranopl.semantics.evaluation.conversion import FrozenDict, thaw
from muranopl.semantics.evaluation.errors import ExhaustedError
from tests.fuzz.packages import checked
from tests.limits import lower_limits

MANIFEST = "Format: 1.4\nType: Library\nFullName: lab\nClasses: {lab.A: A.yaml}\n"
CLASS = """\
Namespaces: {=: lab}
Name: A
Properties:
  a:
    Contract: $.int()
    Default: :A.grow()
Methods:
  grow:
    Usage: Static
    Body:
      - $l: [1, 2]
      - $d: {a: 1}
      - Repeat: 18
        Do:
"""
STEPS = {
    "a list": "- $l: [$l, $l]",
    "a mapping": "- $l: {a: $l, b: $l}",
    "both": "- $l: [{a: $l}, [[$l]]]",
    "parts of a mapping": "- $e: $d\n- $d.a: $e\n- $d.b: $e",
    "items of a list": "- $e: $l\n- $l[0]: $e\n- $l[1]: $e",
}


def shared(levels: int) -> object:
    value: object = (1, 2)
    for level in range(levels):
        value = (value, value) if level % 2 else FrozenDict({"a": value, "b": value})
    return value


@pytest.mark.parametrize("what", STEPS)
def test_a_value_that_doubles_ends_the_run(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch, nodes=5_000)
    steps = "".join(f"          {line}\n" for line in STEPS[what].split("\n"))
    text = f"{CLASS}{steps}      - Return: $l.len() + $d.len()\n"
    report, _ = checked({"manifest.yaml": MANIFEST.encode(), "Classes/A.yaml": text.encode()})
    messages = [
        diagnostic.message for diagnostic in report.diagnostics if diagnostic.code == "MPL501"
    ]
    assert [message for message in messages if "a value is larger than 5000 parts" in message]


@pytest.mark.parametrize("convert", [settled, thaw])
def test_what_is_copied_is_charged(convert: object) -> None:
    assert callable(convert)
    common = SharedBudget(LIMITS)
    budget = Budget(common)
    assert convert(shared(10), budget)
    assert LIMITS.total_steps - common.steps > 100
    with pytest.raises(ExhaustedError, match="a value is larger than 100000 parts"):
        convert(shared(64), budget)


def test_what_can_stay_as_it_is_is_not_copied() -> None:
    value = shared(10)
    assert settled(value, Budget(SharedBudget(LIMITS))) is value
