"""Branches of Parallel and pselect: when they take turns, what they wait for, and what seeds change."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from muranopl.semantics.evaluation.errors import ExhaustedError
from tests.manifests import write_library

CLASS = """\
Namespaces: {{=: t, std: io.murano, sys: io.murano.system, m: io.murano.metadata.engine}}
Name: A
Properties:
  seen: {{Contract: [$], Usage: Runtime, Default: []}}
  done: {{Contract: $.bool(), Usage: Runtime, Default: false}}
  pause: {{Contract: $.int(), Default: 0}}
Methods:
  .init:
    Body: [sleep($.pause)]
  go:
    Usage: Static
    Body:
      - $a: new(A)
      - $result: $a.main()
      - Return: [$a.seen, $result]
  note:
    Meta: [m:Synchronize: {{onThis: false}}]
    Arguments: [{{what: {{Contract: $}}}}]
    Body:
      - $.seen: $.seen.append($what)
  slow:
    Arguments: [{{what: {{Contract: $}}}}]
    Body:
      - $.note([$what, entered])
      - sleep(1)
      - $.note([$what, left])
  first:
    Body: [sleep(1), $.second()]
  second:
    Body: [sleep(1), $.first()]
  main:
    Body:
{body}
"""


def session(
    folder: Path, body: str, seed: int | None = None, limits: ExecutionLimits | None = None
) -> Session:
    lines = "\n".join(f"      {line}" for line in body.strip().splitlines())
    write_library(folder, "t", ["A"], CLASS.format(body=lines))
    return muranopl.Catalog([folder]).session(schedule=seed, limits=limits)


def ran(folder: Path, body: str, seed: int | None = None) -> tuple[list[object], object, float]:
    """Return what the branches noted, the result, and the time that passed."""
    run = session(folder, body, seed)
    seen, result = run.call(run.type("t.A"), "go", public=False)
    return seen, result, run.schedule.now


CASES = {
    "one waits for what another writes": (
        """
        - Parallel:
          - While: not $.done
            Do: [sleep(2)]
          - Do:
            - sleep(5)
            - $.done: true
        - Return: $.done
        """,
        [],
        True,
        6,
    ),
    "they take turns where they sleep": (
        """
        - Parallel:
          - Do: [$.note(a1), sleep(0), $.note(a2)]
          - Do: [$.note(b1), sleep(0), $.note(b2)]
        """,
        ["a1", "b1", "a2", "b2"],
        None,
        0,
    ),
    "time passes when all sleep": (
        """
        - Parallel:
          - Do: [sleep(3), $.note(a)]
          - Do: [sleep(1), $.note(b), sleep(1), $.note(c)]
        """,
        ["b", "c", "a"],
        None,
        3,
    ),
    "at most Limit run": (
        """
        - Parallel:
          - Do: [$.note(a1), sleep(2), $.note(a2)]
          - Do: [$.note(b1), sleep(1), $.note(b2)]
          - Do: [$.note(c1), sleep(5), $.note(c2)]
          Limit: 2
        """,
        ["a1", "b1", "b2", "c1", "a2", "c2"],
        None,
        6,
    ),
    "an infinite Limit is an error that can be caught": (
        """
        - Try:
          - Parallel: [sleep(1)]
            Limit: .inf
          Catch: {As: e, Do: [{Return: $e.message}]}
        """,
        [],
        "the Limit of Parallel is infinite",
        0,
    ),
    "all end before the first in order counts": (
        """
        - Try:
          - Parallel:
            - Do: [sleep(2), $.note(a), {Throw: First, Message: m}]
            - Do: [$.note(b), {Return: 1}]
            - Do: [sleep(3), $.note(c)]
          Catch: {With: First, As: e, Do: [{Return: $e.message}]}
        """,
        ["b", "a", "c"],
        "m",
        3,
    ),
    "a Return of a branch leaves the method": (
        """
        - Parallel:
          - sleep(2)
          - Do: [sleep(1), {Return: left}]
        - Return: stayed
        """,
        [],
        "left",
        2,
    ),
    "one branch at a time is in a method of an object": (
        "- list(a, b).pselect($this.slow($))",
        [["a", "entered"], ["a", "left"], ["b", "entered"], ["b", "left"]],
        None,
        2,
    ),
    "branches of other objects are not waited for": (
        "- Return: list(new(A), new(A)).pselect($.slow(x))",
        [],
        [None, None],
        1,
    ),
    "pselect keeps the order": (
        "- Return: list(3, 1, 2).pselect([sleep($), $].last())",
        [],
        [3, 1, 2],
        3,
    ),
    "branches inside branches": (
        """
        - Parallel:
          - Parallel:
            - Do: [sleep(1), $.note(a)]
            - Do: [sleep(3), $.note(b)]
          - Do: [sleep(2), $.note(c)]
        """,
        ["a", "c", "b"],
        None,
        3,
    ),
    "others go on while one waits for a cloud": (
        """
        - $s: new(sys:HeatStack, name => x)
        - $s.updateTemplate({resources => {a => {type => t}}})
        - Parallel:
          - Do: [$.note(a), $s.push(), $.note(pushed)]
          - $.note(b)
        """,
        ["a", "b", "pushed"],
        None,
        0,
    ),
    "constructors wait as well": (
        "- Return: list(3, 1, 2).pselect(new(A, pause => $).pause)",
        [],
        [3, 1, 2],
        3,
    ),
}


@pytest.mark.parametrize(("body", "seen", "result", "seconds"), CASES.values(), ids=CASES)
def test_turns(
    body: str, seen: list[object], result: object, seconds: float, tmp_path: Path
) -> None:
    lines = body.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    text = "\n".join(line[indent:] for line in lines)
    assert ran(tmp_path, text) == (seen, result, seconds)


DEADLOCKS = {
    "each waits for the other": "- Parallel:\n  - $.first()\n  - $.second()",
    "a branch waits for the method around it": "- Parallel:\n  - $.main()",
}


@pytest.mark.parametrize("body", DEADLOCKS.values(), ids=DEADLOCKS)
def test_a_deadlock_is_reported(body: str, tmp_path: Path) -> None:
    run = session(tmp_path, body)
    with pytest.raises(ExhaustedError, match=r"it is a deadlock: .* t\.A::(first|main)") as raised:
        run.call(run.type("t.A"), "go", public=False)
    assert raised.value.stack[-1].method in {"first", "second", "main"}  # type: ignore[attr-defined]


def test_what_ends_an_execution_ends_all_branches(tmp_path: Path) -> None:
    body = "- Parallel:\n  - While: not $.done\n    Do: [sleep(1)]\n  - $.note(b)\n  - sleep(7)"
    run = session(tmp_path, body, limits=ExecutionLimits(instructions=1_000))
    with pytest.raises(ExhaustedError, match="instructions"):
        run.call(run.type("t.A"), "go", public=False)
    assert run.machine.stacks == [[]]


def test_an_object_that_only_a_waiting_branch_has_is_kept(tmp_path: Path) -> None:
    body = """
- Parallel:
  - Do:
    - $b: new(A)
    - sleep(2)
    - $.note(sys:GC.isDestroyed($b))
  - Do: [sleep(1), sys:GC.collect()]
"""
    assert ran(tmp_path, body)[0] == [False]


TURNS = """
- Parallel:
  - Do: [$.note(a1), sleep(0), $.note(a2), sleep(0), $.note(a3)]
  - Do: [$.note(b1), sleep(0), $.note(b2), sleep(0), $.note(b3)]
"""


def test_a_seed_chooses_the_order(tmp_path: Path) -> None:
    orders = [ran(tmp_path / f"{seed}", TURNS, seed)[0] for seed in range(8)]
    again = [ran(tmp_path / f"{seed}", TURNS, seed)[0] for seed in range(8)]
    assert orders == again
    assert len({tuple(map(str, order)) for order in orders}) > 2
    for order in orders:
        assert [item for item in order if str(item).startswith("a")] == ["a1", "a2", "a3"]


def test_the_reason_of_the_first_branch_is_thrown(tmp_path: Path) -> None:
    with pytest.raises(MuranoError) as raised:
        ran(tmp_path, "- list(2, 1).pselect(sleep($) or int(concat(x, str($))))")
    assert "x2" in str(raised.value.message)
