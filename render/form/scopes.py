"""The variables and functions of expressions of a UI definition, by place.

Reference: ui-agreement, section 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.render.form.fragments import Begin, Fragments
from muranopl.render.form.functions import STATE, dashboard
from muranopl.render.form.shared import SharedState
from muranopl.semantics.evaluation.conversion import FrozenDict, freeze
from muranopl.semantics.evaluation.layers import legacy_yaql

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
