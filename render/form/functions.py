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
"""The variable that holds what functions share; no expression can name it."""

FUNCTIONS = FunctionGroup()
_FlagOrNull = Annotated[bool | None, yaqltypes.PythonType(bool, True)]


@functools.cache
def dashboard() -> FunctionLayer:
    """Return what all expressions see but those of validators of fields."""
    return extended(legacy_yaql(), FUNCTIONS)


@FUNCTIONS.add("repeat")
def repeat(frame: VariableFrame, template: Any, times: int) -> Any:
    """`repeat(template, times)`."""
    return frame.get_data(STATE).repeated(frame, template, times)


@FUNCTIONS.add("generateHostname")
def generate_hostname(frame: VariableFrame, pattern: Text, number: int) -> Any:
    """`generateHostname(pattern, number)`."""
    if not pattern:
        return frame.get_data(STATE).random_name()
    digits = str(number)
    frame.budget.text(len(pattern) + pattern.count("#") * len(digits))
    return pattern.replace("#", digits)


@FUNCTIONS.add("ref")
def ref(
    frame: VariableFrame, template_name: Text, parameter_name: TextOrNull = None, id_only: _FlagOrNull = None
) -> Any:
    """`ref(templateName, parameterName, idOnly)`."""
    return frame.get_data(STATE).referred(frame, template_name, parameter_name or template_name, id_only)


@FUNCTIONS.add("encryptData")
def encrypt_data(frame: VariableFrame, data: Text) -> Any:  # noqa: ARG001 - nothing is encrypted
    """`encryptData(data)`."""
    return frame.get_data(STATE).secret()


@FUNCTIONS.add("name")
def name(frame: VariableFrame) -> Any:  # noqa: ARG001
    """`name()`, which the last release of the dashboard cannot run."""
    raise EvaluationError("name() always fails in the dashboard; use $.workflowManagement.application_name")
