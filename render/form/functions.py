"""The functions that the dashboard adds to those of yaql (reference: ui-agreement, section 3)."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from yaql.language import yaqltypes

from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.layers import FunctionLayer, extended, legacy_yaql
from muranopl.semantics.evaluation.parameters import FunctionGroup, Text, TextOrNull

STATE = "?form"
"""The variable with the state that functions share; no expression can name it."""

FUNCTIONS = FunctionGroup()
_FlagOrNull = Annotated[bool | None, yaqltypes.PythonType(bool, True)]


@functools.cache
def dashboard() -> FunctionLayer:
    """Return the functions of all expressions except validators of fields."""
    return extended(legacy_yaql(), FUNCTIONS)


@FUNCTIONS.add("repeat")
def repeat(frame: VariableFrame, template: Any, times: int) -> Any:
    """Implement `repeat(template, times)`."""
    return frame.get_data(STATE).repeated(frame, template, times)


@FUNCTIONS.add("generateHostname")
def generate_hostname(frame: VariableFrame, pattern: Text, number: int) -> Any:
    """Implement `generateHostname(pattern, number)`."""
    # The dashboard generates a random name for an empty pattern
    if not pattern:
        return frame.get_data(STATE).random_name()
    digits = str(number)
    # Counted before the text is made, as it may be far longer than the pattern
    frame.budget.text(len(pattern) + pattern.count("#") * len(digits))
    return pattern.replace("#", digits)


@FUNCTIONS.add("ref")
def ref(
    frame: VariableFrame,
    template_name: Text,
    parameter_name: TextOrNull = None,
    id_only: _FlagOrNull = None,
) -> Any:
    """Implement `ref(templateName, parameterName, idOnly)`."""
    return frame.get_data(STATE).referred(
        frame, template_name, parameter_name or template_name, id_only
    )


@FUNCTIONS.add("encryptData")
def encrypt_data(frame: VariableFrame, data: Text) -> Any:  # noqa: ARG001 - nothing is encrypted
    """Implement `encryptData(data)`."""
    return frame.get_data(STATE).secret()


@FUNCTIONS.add("name")
def name(frame: VariableFrame) -> Any:  # noqa: ARG001
    """Implement `name()`, which the last release of the dashboard cannot run."""
    raise EvaluationError(
        "name() always fails in the dashboard; use $.workflowManagement.application_name"
    )
