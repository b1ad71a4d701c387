"""Calls that the engine makes at the same time: those of `pselect` and `psuper`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from muranopl.semantics.evaluation.errors import (
    ExhaustedError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.frames import FailedCall, VariableFrame

_ENDS = (ExhaustedError, NotEvaluatedError, PoisonedError, SpentError, MemoryError)

_Failure = tuple[Exception, FailedCall | None]


def run_together(
    frame: VariableFrame, call: Callable[[Any], Any], items: Iterable[Any]
) -> tuple[Any, ...]:
    """Return the result of a call for each item, in order.

    All calls are made; then the first failure in that order is raised (reference: running,
    Concurrency).
    """
    evaluation = frame.evaluation

    def outcome(item: Any) -> tuple[Any, _Failure | None]:
        try:
            return call(item), None
        except _ENDS:
            raise
        except Exception as error:
            return None, (error, evaluation.failure)

    outcomes = frame.context.together(outcome, items)
    for _, failure in outcomes:
        if failure is not None:
            # Later failures replaced the recorded call.
            error, evaluation.failure = failure
            raise error
    return tuple(result for result, _ in outcomes)
