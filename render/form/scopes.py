"""The variables and functions of expressions of a UI definition, by place.

Reference: ui-agreement, section 2; section 3 has the functions that the dashboard adds to those of
yaql.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated, Any

from yaql.language import yaqltypes

from muranopl.render.form.fragments import Begin, Fragments
from muranopl.render.form.shared import SharedState
from muranopl.semantics.evaluation.conversion import FrozenDict, freeze
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
        return frame.get_data(STATE).stand_in("a random host name", "random-name")
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
    return frame.get_data(STATE).stand_in("the id of encrypted data", "encrypted-data")


@FUNCTIONS.add("name")
def name(frame: VariableFrame) -> Any:  # noqa: ARG001
    """Implement `name()`, which the last release of the dashboard cannot run."""
    raise EvaluationError(
        "name() always fails in the dashboard; use $.workflowManagement.application_name"
    )


Data = Mapping[str, FrozenDict]
"""Yaql values by form and field; kept as such, as there may be as many expressions as values."""


class Scopes:
    """Begins evaluations; `parameters` and `templates` are yaql values by name."""

    def __init__(
        self, fragments: Fragments, state: SharedState, templates: Mapping[str, Any]
    ) -> None:
        self.parameters: dict[str, Any] = {}
        self._fragments = fragments
        self._state = state
        self._templates = templates

    def without_data(self) -> Begin:
        """Return the scope of parameters, and of attributes that are evaluated before any page."""
        return lambda: self._dashboard(self.parameters)

    def attributes(self, data: Data) -> Begin:
        """Return the scope of the other attributes of a field."""
        variables = {**self.parameters, "$": FrozenDict(data)}
        return lambda: self._dashboard(variables)

    def form_validator(self, data: Data) -> Begin:
        """Return the scope of validators of a form, which have no parameters."""
        variables = {"$": FrozenDict(data)}
        return lambda: self._dashboard(variables, refers=False)

    def field_validator(self, value: Any) -> Begin:
        """Return the scope of validators of a field."""
        # They see neither parameters nor the functions of the dashboard (reference: ui-agreement)
        return lambda: self._fragments.frame(legacy_yaql(), {"$": freeze(value)})

    def model(self, data: Data) -> Begin:
        """Return the scope of Application, and of the templates it uses."""
        frozen = FrozenDict(data)
        # Templates come last, as one hides a parameter of the same name
        variables = {**self.parameters, "$": frozen, "forms": frozen, **self._templates}
        return lambda: self._dashboard(variables)

    def _dashboard(self, variables: Mapping[str, Any], *, refers: bool = True) -> Any:
        self._state.refers = refers
        return self._fragments.frame(dashboard(), {**variables, STATE: self._state})
