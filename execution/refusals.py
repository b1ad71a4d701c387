"""What was reported of values, as the exception that the engine throws for it."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as value_rules
from muranopl.diagnostics.catalogue.inherit import AMBIGUOUS_MEMBER
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.execution import exceptions
from muranopl.render.model_reporter import ModelReporter

_ERRORS = {
    AMBIGUOUS_MEMBER.code: exceptions.ENGINE + "AmbiguousPropertyNameError",
    object_rules.BAD_HEADER.code: "ValueError",
    object_rules.BAD_KEY.code: "ValueError",
    object_rules.TOO_DEEP.code: "RecursionError",
    object_rules.UNKNOWN_ID.code: exceptions.ENGINE + "NoObjectFoundError",
    object_rules.UNKNOWN_MODEL_TYPE.code: exceptions.ENGINE + "NoPackageForClassFound",
    value_rules.CIRCULAR_VALUES.code: exceptions.ENGINE + "CircularExpressionDependenciesError",
    value_rules.CONTRACT_FAILS.code: exceptions.CONTRACT_VIOLATION,
}


def refusal(reports: ModelReporter) -> exceptions.MuranoError:
    """Return the exception for what was reported of values; its message is that of the first error."""
    found = tuple(reports.values())
    errors = [each for each in found if each.severity is Severity.ERROR]
    if not errors:
        return exceptions.MuranoError((exceptions.CONTRACT_VIOLATION,), "the value is refused")
    first = errors[0]
    error = exceptions.MuranoError((_ERRORS.get(first.code, exceptions.CONTRACT_VIOLATION),), _message(first))
    error.reports = found
    return error


def _message(diagnostic: Diagnostic) -> str:
    path = diagnostic.in_model.path if diagnostic.in_model else ""
    return diagnostic.message.removeprefix(f"{path}: ")
