"""Why an expression has no value: it fails, it is not run here, or what it reads was reported already."""

from __future__ import annotations

from typing import Self


class EvaluationError(Exception):
    """The expression fails when it is run, in the engine too; `args[0]` says how, for its author.

    `called` is the name that yaql has for the function that failed, where one did; `engine_name` the one under which
    Catch knows the error, `engine_message` its message there if that differs; `original` the error of yaql or of Python
    that is told in other words.
    """

    called: str | None = None
    engine_name = "ValueError"
    engine_message: str | None = None
    original: Exception | None = None

    def known_as(self, engine_name: str) -> Self:
        """Return this error, which Catch knows under another name."""
        self.engine_name = engine_name
        return self


class ExhaustedError(EvaluationError):
    """The expression met a limit: steps, time of a regular expression, size of a value, depth."""


class ArgumentsError(EvaluationError):
    """A method is called with arguments that it does not declare."""


class UnknownTypeError(EvaluationError):
    """A class is named that does not exist, or that the package naming it does not see."""


class MissingPackageError(UnknownTypeError):
    """A class is looked for in a package that is required and not there."""


class UnknownPrefixError(UnknownTypeError):
    """A class is named with a prefix that is not declared."""


class PropertyReadError(EvaluationError):
    """A property is read that the class of the object does not have."""


class UnknownPropertyError(PropertyReadError):
    """A static property is read or written that a class does not have."""


class AmbiguousPropertyError(EvaluationError):
    """A property is read that several unrelated parents declare."""


class UninitializedError(EvaluationError):
    """A property is read that has no value yet: it may get one later, so evaluation can be tried again then."""


class NotEvaluatedError(Exception):
    """The value takes a running engine or method, so it is not known here; `args[0]` names what was not run."""


class PoisonedError(Exception):
    """A property is read that is POISON (`muranopl.language.contracts.apply`): nothing more is reported."""


class ThrownError(Exception):
    """An exception of MuranoPL on its way to the Try that catches it: evaluation lets it pass untouched."""


class SpentError(Exception):
    """Making a model takes too much: nothing more of it is made; `args[0]` says what takes the most."""


NO_VALUE_ERRORS = (EvaluationError, NotEvaluatedError, PoisonedError)
"""What evaluating raises where an expression has no value."""


class ContextError(Exception):
    """Wraps an exception of the evaluation context, `args[0]`, which is no failure of the expression: raised again."""
