"""Properties whose values are secrets, which forms do not show."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from muranopl.ard.nodes import Yaql
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field_types.password import PASSWORD
from muranopl.views.schema.property_fields import property_fields

if TYPE_CHECKING:
    from muranopl.views.graph.resolved import ResolvedClass

META_NAMES = frozenset({"Password", "Secret"})
"""The last parts of the names of meta classes that mark a property as a secret.

The core library has no such class; packages declare their own.
"""


def secret_properties(class_: ResolvedClass, definition: UIDefinition | None) -> frozenset[str]:
    """Return the names of the properties that are secrets.

    They are marked by a meta object, or `definition`, that of the package of the class, takes their
    values from fields of type `password` only.
    """
    marked = {
        name
        for name, member in class_.properties.items()
        if not META_NAMES.isdisjoint(
            item.type.partition("/")[0].rpartition(".")[2] for item in member.meta or ()
        )
    }
    entered = () if definition is None else _entered(class_.name, definition)
    return frozenset(marked.union(entered))


def _entered(class_: str, definition: UIDefinition) -> Collection[str]:
    """Return the keys of the objects of a class whose values are entered in fields for passwords."""
    passwords = {
        f"{form.name}.{field.name}"
        for form in definition.forms
        for field in form.fields
        if field.type is PASSWORD
    }
    if not passwords:
        return ()
    return {
        property_.name
        for property_ in property_fields(definition, class_)
        # An object that has a password is not a password
        if isinstance(property_.value, Yaql)
        and property_.fields
        and passwords.issuperset(property_.fields)
    }
