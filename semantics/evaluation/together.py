"""Concurrency of the engine, replaced by one call after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from muranopl.semantics.evaluation.errors import (
    ExhaustedError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.frames import VariableFrame

_ENDS = (ExhaustedError, NotEvaluatedError, PoisonedError, SpentError, MemoryError)


def run_together(
    frame: VariableFrame,
    call: Callable[[Any], Any],
    items: Iterable[Any],
) -> tuple[Any, ...]:
    """Return the result of a call for each item, in order.

    All calls are made; then the first failure in that order is raised (reference: running,
    Concurrency).
    """
    evaluation = frame.evaluation
    results: list[Any] = []
    first: Exception | None = None
    recorded = None
    for item in items:
        try:
            results.append(call(item))
        except _ENDS:
            raise
        except Exception as error:
            if first is None:
                # Later failures would replace the recorded call.
                first, recorded = error, evaluation.failure
    if first is not None:
        evaluation.failure = recorded
        raise first
    return tuple(results)
