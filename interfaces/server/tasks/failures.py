"""Answers to what cannot be done: the statuses of the reasons why."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import ParamSpec

import muranopl
from muranopl.diagnostics.catalogue.namespace import CLASS_NOT_FOUND, NOT_REQUIRED
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.interfaces.server.bodies import error_bytes
from muranopl.interfaces.server.request_bodies import RequestTextError
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.reasons import Reason

P = ParamSpec("P")

MOST = 20
"""How many diagnostics are told with a failure: they help to find its cause, a report has all."""

_UNKNOWN_CLASS = frozenset({CLASS_NOT_FOUND.code, NOT_REQUIRED.code})
_NOT_THERE = frozenset(
    {Reason.UNKNOWN_PACKAGE, Reason.UNKNOWN_CLASS, Reason.UNKNOWN_VERSION, Reason.UNKNOWN_METHOD, Reason.UNKNOWN_OBJECT}
)


def answering(task: Callable[P, TaskAnswer]) -> Callable[P, TaskAnswer]:
    """Have a task answer with an error where the catalog raises one that is the client's."""

    @functools.wraps(task)
    def answered(*args: P.args, **kwargs: P.kwargs) -> TaskAnswer:
        try:
            return task(*args, **kwargs)
        except muranopl.UsageError as error:
            return failure(400, error.problem)
        except muranopl.ResolutionError as error:
            return failure(_status(error), str(error), error.diagnostics)
        except RequestTextError as error:
            return failure(400, str(error), error.diagnostics)

    return answered


def failure(status: int, message: str, diagnostics: Sequence[Diagnostic] = ()) -> TaskAnswer:
    """Return the answer to what cannot be done."""
    return TaskAnswer(status, error_bytes(status, message, diagnostics[:MOST]))


def _status(error: muranopl.ResolutionError) -> int:
    """Return 404 where something is not there, be it named by the client or by a class; else 400."""
    is_named = error.reason is Reason.CLASS_NOT_LOADED and any(
        each.code in _UNKNOWN_CLASS for each in error.diagnostics
    )
    return 404 if error.reason in _NOT_THERE or is_named else 400
