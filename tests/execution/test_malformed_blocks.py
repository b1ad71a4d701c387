"""Blocks of Match and Switch that are malformed: the engine parses them when they are run, and throws then."""

from __future__ import annotations

from pathlib import Path

import pytest

from muranopl.execution.exceptions import MuranoError
from tests.execution.simulation.setting import Run

SYNTAX, DSL = "SyntaxError", "murano.dsl.exceptions.DslSyntaxError"
WRONG = "Syntax is incorrect in expression: "

# Measured on the reference engine: the block of a case, what it throws.
MALFORMED: dict[str, tuple[str, str]] = {
    "text": (SYNTAX, WRONG + "text"),
    "5": (SYNTAX, WRONG + "5"),
    "{}": (SYNTAX, WRONG + "{}"),
    "[[]]": (SYNTAX, WRONG + "[]"),
    "2020-01-01": (SYNTAX, WRONG + "2020-01-01"),
    "{If: $x}": (SYNTAX, WRONG + "{'If': YAQL($x)}"),
    "{If: $x, Then: [], Elsse: []}": (SYNTAX, WRONG + "{'If': YAQL($x), 'Then': [], 'Elsse': []}"),
    "{If: $x, Then: text}": (SYNTAX, WRONG + "text"),
    "{If: $x, Then: [], Else: [5]}": (SYNTAX, WRONG + "5"),
    "{While: 5, Do: []}": (SYNTAX, WRONG + "{'While': 5, 'Do': []}"),
    "{While: $x, Do: [5]}": (SYNTAX, WRONG + "5"),
    "{For: $x, In: [], Do: []}": (DSL, "For value must be of string type"),
    "{For: 5, In: [], Do: []}": (DSL, "For value must be of string type"),
    "{Repeat: x, Do: []}": (DSL, "Repeat value must be either int or expression"),
    "{Break: 1}": (DSL, "Break cannot have value"),
    "{Continue: x}": (DSL, "Continue cannot have value"),
    "{Return: 1, Break: }": (SYNTAX, WRONG + "{'Return': 1, 'Break': None}"),
    "{$x: 1, $y: 2}": (SYNTAX, "None"),
    "{$x: 1, Do: []}": (SYNTAX, "None"),
    "{Match: [], Value: 1}": (DSL, "Match value must be of dictionary type"),
    "{Switch: x}": (DSL, "Switch value must be of dictionary type"),
    "{Throw: }": ("ValueError", ""),
    "{Throw: x, Massage: 1}": (SYNTAX, WRONG + "{'Throw': 'x', 'Massage': 1}"),
    "{Try: [], Catch: text}": (SYNTAX, WRONG + "{'Try': [], 'Catch': 'text'}"),
    "{Try: [], Catch: {Wiht: x}}": (SYNTAX, WRONG + "{'Try': [], 'Catch': {'Wiht': 'x'}}"),
    "{Try: [], Catch: [{With: x, Do: [text]}]}": (SYNTAX, WRONG + "text"),
    "{Try: [text]}": (SYNTAX, WRONG + "text"),
    "{Try: [], Finally: [text]}": (SYNTAX, WRONG + "text"),
    "{Parallel: [5]}": (SYNTAX, WRONG + "5"),
    "{Do: {If: $x}}": (SYNTAX, WRONG + "{'If': YAQL($x)}"),
    "{5: 6}": (SYNTAX, WRONG + "{5: 6}"),
    "{null: 6}": (SYNTAX, WRONG + "{None: 6}"),
    "{Return: [1, {a: $x}, true, null], More: x}": (
        SYNTAX,
        WRONG + "{'Return': [1, {'a': YAQL($x)}, True, None], 'More': 'x'}",
    ),
    "[{Return: 1}, text]": (SYNTAX, WRONG + "text"),
}

SOUND = [
    "null",
    "[]",
    "{Repeat: true, Do: []}",
    "{Match: {b: 5}, Value: 1}",
    "{Switch: {$x: text}}",
    "{Try: [], Catch: }",
    "[{Try: [{Throw: t}], Catch: {With: t, Do: {Rethrow: 1}}}]",
]
WAYS = {
    "Match": "{Match: {a: %s}, Value: a}",
    "Switch": "{Switch: {$y = 1: %s}}",
    "inside": "{Match: {a: {Switch: {$y = 1: %s}}}, Value: a}",
}


METHODS = """\
Name: A
Methods:
  go:
    Usage: Static
    Body:
      - $x: false
      - $y: 1
      - {instruction}
  caught:
    Usage: Static
    Body:
      - Try: :A.go()
        Catch:
          As: e
          Do: {{Return: $e.message}}
"""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("block", MALFORMED)
def test_a_malformed_block_throws_when_it_is_run(tmp_path: Path, block: str, way: str) -> None:
    name, message = MALFORMED[block]
    run = Run(tmp_path, METHODS.format(instruction=WAYS[way] % block))
    for _ in range(2):
        with pytest.raises(MuranoError) as thrown:
            run.call("go")
        assert (thrown.value.names, thrown.value.message) == ((name,), message)
    assert run.call("caught") == message


@pytest.mark.parametrize("block", SOUND)
def test_a_sound_block_is_run(tmp_path: Path, block: str) -> None:
    run = Run(tmp_path, METHODS.format(instruction=WAYS["Match"] % block))
    if "Throw" in block:
        with pytest.raises(MuranoError, match=r"t\.t"):
            run.call("go")
    else:
        assert run.call("go") is None
