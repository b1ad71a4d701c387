"""The methods with schemas: actions, and model builders, which make object models.

Language/forms.txt.
"""

from __future__ import annotations

from muranopl.inherit.complete import CompleteType
from muranopl.inherit.effective_meta import of_method
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.language.grammar.core_library import BUILDER
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.views.schema.hints import Hints


def is_action(name: str, type_: CompleteType) -> bool:
    """Return whether a method can be called from outside."""
    declaration = _declared(name, type_)
    return declaration is not None and declaration.is_exposed


def is_builder(name: str, type_: CompleteType, hints: Hints) -> bool:
    """Return whether a method is a model builder.

    Public, static, and with that meta object enabled.
    """
    declaration = _declared(name, type_)
    if declaration is None or not (declaration.is_on_class and declaration.is_exposed):
        return False
    try:
        result = hints.inherited(of_method(declaration.name))
    except SchemaProblemError:
        return False
    return any(hint.get("enabled") for hint in result if hint.name == BUILDER)


def _declared(name: str, type_: CompleteType) -> MethodDeclaration | None:
    member = type_.methods.get(name)
    return None if member is None or member.ambiguous else member.declaration
