"""What phase 1 read of UI definitions, as plain data.

Registered with `declared.py`, which graphs and `Catalog.resolve` use without UI definitions.
"""

from __future__ import annotations

from muranopl.ard.plain_data import plain
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.fragments import UIParameter, UITemplate
from muranopl.language.grammar.ui.validators import Validator
from muranopl.language.grammar.ui.version import UIVersion
from muranopl.views.graph.declared import Data, as_data, located, where


def ui_data(definition: UIDefinition) -> Data:
    """Return a UI definition: what it declares, with the place of each key."""
    return located(definition)


@as_data.register
def _(value: UIVersion) -> str:
    return str(value)


@as_data.register(UITemplate)
@as_data.register(UIParameter)
def _(value: UITemplate | UIParameter) -> Data:
    return {**located(value), "value": plain(value.node)}


@as_data.register
def _(value: Validator) -> Data:
    data = located(value)
    return data if value.regexp is None else {**data, "regexp": plain(value.regexp)}


@as_data.register
def _(value: UIField) -> Data:
    """Return a field, with what was made of its type and its validators."""
    data = located(value)
    if value.type.name:  # that of a selector is in `classes`
        data = {"type": value.type.name, **data}
    if value.type_node is not value.node:
        type_at = where(value.type_node.place)
        data["written"] = {"type": type_at, **data.get("written", {})}
    if value.classes:
        data["classes"] = as_data(value.classes)
    if value.effective_validators:
        data["effectiveValidators"] = as_data(value.effective_validators)
    return data
