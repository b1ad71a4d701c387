"""The instruction Parallel: its instructions run one after the other, with the engine's results.

Each has its own variables for loops and Catch; assigned variables are shared. All of them finish;
then the first in order that was left by an exception, Return, Break or Continue counts (reference:
running, Concurrency).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from muranopl.execution import exceptions
from muranopl.execution.activation import Activation, Left


def _check_limit(limit: Any) -> None:
    try:
        number = 0 if limit is None else int(limit)
    except (TypeError, ValueError):
        raise exceptions.MuranoError("TypeError", "the Limit of Parallel is no number") from None
    if number < 0:
        raise exceptions.MuranoError("ValueError", "the Limit of Parallel is negative")


Step = Callable[[Activation], Left | None]


def run_all(activation: Activation, steps: Sequence[Step], limit: Any) -> Left | None:
    """Run independent instructions, at most `limit` at a time."""
    _check_limit(limit)
    first: tuple[Left, Any] | Exception | None = None
    machine = activation.machine
    depth, shared = machine.depth, activation.frame
    try:
        for step in steps:
            # Loop variables of one instruction are not visible to the others.
            activation.frame = shared.create_child_context()
            try:
                left = step(activation)
            except exceptions.FATAL:
                raise
            except Exception as error:
                machine.unwind(depth)
                first = first or exceptions.thrown(error, machine.stack())
            else:
                if left is not None and first is None:
                    first = left, activation.result
    finally:
        activation.frame = shared
    if isinstance(first, Exception):
        raise first
    if first is None:
        return None
    left, activation.result = first
    return left
