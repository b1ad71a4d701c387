"""Defines the errors that leave an expression without a value; `error_messages` writes their texts.

An expression fails, is not run, or reads a defect already reported. `decided` tells failures that no other run
is without from those that depend on limits or packages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeVar

from muranopl.diagnostics import machine_limits


class EvaluationError(Exception):
    """The expression fails when it is run, in the engine too.

    `args[0]` is the message for its author. `called` is yaql's name of the function that failed, if
    one did; `engine_name` the name that Catch knows the error by, `engine_message` its message
    there if that differs; `original` the error of yaql or Python that this one replaces.
    """

    called: str | None = None
    engine_name = "ValueError"
    engine_message: str | None = None
    original: Exception | None = None

    def known_as(self, engine_name: str) -> Self:
        """Set the name that Catch knows this error by, and return the error."""
        self.engine_name = engine_name
        return self


class ExhaustedError(EvaluationError):
    """The expression exceeded a limit.

    It may be one of steps, time of regular expressions, size of a value, or depth.
    """


class ArgumentsError(EvaluationError):
    """A method is called with arguments that it does not declare."""


class UnknownTypeError(EvaluationError):
    """A class is named that does not exist, or that the package naming it does not see."""


class MissingPackageError(UnknownTypeError):
    """A class is looked up in a package that is required and not at hand."""


class UnknownPrefixError(UnknownTypeError):
    """A class is named with a prefix that is not declared."""


class PropertyReadError(EvaluationError):
    """A property is read that the class of the object does not have."""


class UnknownPropertyError(PropertyReadError):
    """A static property is read or written that a class does not have."""


class AmbiguousPropertyError(EvaluationError):
    """A property is read that several unrelated parents declare."""


class UninitializedError(EvaluationError):
    """A property is read that has no value yet.

    It may get one later, so evaluation can be tried again then.
    """


class NotEvaluatedError(Exception):
    """The value needs a running engine or method, so it is unknown.

    `args[0]` names what was not run.
    """


class PoisonedError(Exception):
    """A property is read whose value is POISON (`muranopl.language.contracts.apply`).

    No diagnostic follows, as the cause was reported.
    """


class ThrownError(Exception):
    """An exception of MuranoPL on its way to the Try that catches it.

    It passes through evaluation.
    """


class SpentError(Exception):
    """Creating a model exceeds the budget, and ends; `args[0]` states the largest consumer."""


NO_VALUE_ERRORS = (EvaluationError, NotEvaluatedError, PoisonedError)
"""The errors that evaluation raises if an expression has no value."""


class ContextError(Exception):
    """Wraps an exception of the evaluation context, `args[0]`, which is raised again unchanged."""


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


def is_false(evaluate: Callable[[], object]) -> bool:
    """Return whether the value that `evaluate` returns is false in every run.

    Raise EvaluationError if it fails in every run.
    """
    try:
        return not decided(evaluate)
    except UndecidedError:
        return False
