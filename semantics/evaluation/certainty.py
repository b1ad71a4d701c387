"""Evaluation whose outcome is certain: a value, or a failure that no other run is without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from muranopl.diagnostics import machine_limits
from muranopl.semantics.evaluation.errors import (
    NO_VALUE_ERRORS,
    EvaluationError,
    ExhaustedError,
    SpentError,
    UninitializedError,
    UnknownTypeError,
)

T = TypeVar("T")


class UndecidedError(Exception):
    """Raised where there may be a value with other limits, or with other packages."""


def decided(evaluate: Callable[[], T]) -> T:
    """Return the value that `evaluate` returns.

    Raise EvaluationError if it fails in every run, UndecidedError if it might not.
    """
    try:
        return evaluate()
    except (ExhaustedError, UninitializedError, UnknownTypeError) as error:
        machine_limits.note(error)
        raise UndecidedError from None
    except EvaluationError:
        raise
    except (*NO_VALUE_ERRORS, SpentError, RecursionError) as error:
        machine_limits.note(error)
        raise UndecidedError from None
