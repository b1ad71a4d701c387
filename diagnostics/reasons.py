"""Lists, for programs, the reasons why a class or method is not available, or a call has no value."""

from __future__ import annotations

import enum
from typing import Any

from muranopl.diagnostics.diagnostic import Diagnostic


class Reason(enum.Enum):
    """One reason; the value is for use by programs.

    `UNKNOWN_PACKAGE`, `UNKNOWN_CLASS`, `UNKNOWN_VERSION`: the package does not exist; it, or no
    package at all, has such a class; the class exists, but not in a version that was asked for.
    `CLASS_NOT_LOADED`: the class exists, but the engine refuses to load it. `UNKNOWN_METHOD`,
    `AMBIGUOUS_METHOD`, `NOT_PUBLIC`, `INSTANCE_METHOD` (an object is required and none was chosen),
    `UNKNOWN_OBJECT` (the model has no such object): the method cannot be called. `BAD_INPUT`: the
    arguments, the model, the cloud file or the class configs are invalid, and nothing ran.
    `UNKNOWN_ARGUMENT`: the method does not declare an argument. `CONTRACT_VIOLATION`: an argument
    is refused by its contract, or missing. `EXCEPTION`: the method threw one. `NOT_SIMULATED`: it
    needs something that cannot run here. `LIMIT`: it exceeded a limit of the run. `BAD_RESULT`: its
    result cannot be written, or is a model that does not load. `INTERNAL_ERROR`: a bug of muranopl.
    `OTHER`: anything else.
    """

    UNKNOWN_PACKAGE = "unknown-package"
    UNKNOWN_CLASS = "unknown-class"
    UNKNOWN_VERSION = "unknown-version"
    CLASS_NOT_LOADED = "class-not-loaded"
    UNKNOWN_METHOD = "unknown-method"
    AMBIGUOUS_METHOD = "ambiguous-method"
    NOT_PUBLIC = "not-public"
    INSTANCE_METHOD = "instance-method"
    UNKNOWN_OBJECT = "unknown-object"
    BAD_INPUT = "bad-input"
    UNKNOWN_ARGUMENT = "unknown-argument"
    CONTRACT_VIOLATION = "contract-violation"
    EXCEPTION = "exception"
    NOT_SIMULATED = "not-simulated"
    LIMIT = "limit"
    BAD_RESULT = "bad-result"
    INTERNAL_ERROR = "internal-error"
    OTHER = "other"


class ResolutionError(Exception):
    """Raised for a class that cannot be resolved.

    `reason` classifies why, `diagnostics` have the details.
    """

    def __init__(
        self, message: str, diagnostics: tuple[Diagnostic, ...], reason: Reason = Reason.OTHER
    ) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return ResolutionError, (str(self), self.diagnostics, self.reason)
