"""Why an expression has no value. All of these are answers about the expression, none is a bug of ours."""

from __future__ import annotations


class EvaluationError(Exception):
    """The expression fails when it is run; `args[0]` says how, in words for the author of the expression."""


class ExhaustedError(EvaluationError):
    """The expression met a limit: steps, time of a regular expression, size of a value, depth."""


class UnknownTypeError(EvaluationError):
    """The expression names a class that does not exist, or that its package does not see."""


class PropertyReadError(EvaluationError):
    """A property is read that the class of the object does not have."""


class UninitializedError(EvaluationError):
    """A property is read that has no value yet: it may get one later, and the reader can be tried again."""


class NotEvaluatedError(Exception):
    """The value is not known here, as it takes a method body to run; `args[0]` names what was not evaluated."""


class PoisonedError(Exception):
    """A value is read that could not be made, which was reported: nothing more is to be said."""


OUTCOMES = (EvaluationError, NotEvaluatedError, PoisonedError)
"""What says that an expression has no value, and why."""


class ContextError(Exception):
    """Carries an error of the evaluation context, `args[0]`, through an evaluation: it is raised again at its end."""
