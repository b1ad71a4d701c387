"""The forms of a UI definition, and the abstract values of their fields (reference: ui-agreement, section 4)."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.semantics.ui.values import UNKNOWN, Value


class FormValues:
    """The fields of each form by name, forms in their order; of two of one name the last counts."""

    def __init__(self, definition: UIDefinition) -> None:
        self.definition = definition
        self.forms: Mapping[str, Mapping[str, UIField]] = {
            form.name: {field.name: field for field in form.fields if field.name} for form in definition.forms
        }
        self._values: dict[str, Value] = {}

    def value(self, field: UIField) -> Value:
        """Return what a field may give, after its page was sent."""
        return self._values.get(field.name, UNKNOWN)
