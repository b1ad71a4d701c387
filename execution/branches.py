"""Runs the instructions of `Parallel` in branches, which take turns (`schedule`).

Each branch has its own variables of loops and Catch; assigned variables are shared. Unless an error
ends the execution, all branches finish; then the first one in order that did not end normally, but
by an exception, Return, Break or Continue, decides (reference: running, Concurrency).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from muranopl.execution.exceptions import FATAL, MuranoError, thrown
from muranopl.execution.machine import Activation, Left

Step = Callable[[Activation], Left | None]


def run_all(activation: Activation, steps: Sequence[Step], limit: Any) -> Left | None:
    """Run instructions in branches, at most `limit` at a time; 0 and null are no limit."""
    machine = activation.machine
    outcomes: list[_Ended | Exception | None]
    outcomes = machine.in_branches(_outcome, steps, _limit(limit))
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is not None:
            activation.result = outcome.result
            return outcome.left
    return None


class _Ended(NamedTuple):
    """An instruction that was left before its end, and the value of its Return."""

    left: Left
    result: Any


def _outcome(activation: Activation, step: Step) -> _Ended | Exception | None:
    """Run an instruction in its branch; return how the method is left, or the exception."""
    machine = activation.machine
    depth = machine.depth
    # Loop variables of one instruction are not visible to the others.
    activation.frame = activation.frame.create_child_context()
    try:
        left = step(activation)
    except FATAL:
        raise
    except Exception as error:
        machine.unwind(depth)
        return thrown(error, machine.stack())
    return None if left is None else _Ended(left, activation.result)


def _limit(written: Any) -> int:
    try:
        limit = int(written or 0)
    except OverflowError:
        raise MuranoError("OverflowError", "the Limit of Parallel is infinite") from None
    except (TypeError, ValueError):
        raise MuranoError("TypeError", "the Limit of Parallel is not a number") from None
    if limit < 0:
        raise MuranoError("ValueError", "the Limit of Parallel is negative")
    return limit
