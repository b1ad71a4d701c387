"""Which methods have schemas: actions and model builders, which make object models (language/forms.txt)."""

from __future__ import annotations

from muranopl.inherit.complete import CompleteType
from muranopl.inherit.effective_meta import of_method
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.language.grammar.method import MethodDeclaration, MethodScope, MethodUsage
from muranopl.schema.hints import BUILDER, Hints


def is_action(declaration: MethodDeclaration) -> bool:
    """Whether a method can be called from outside."""
    return declaration.usage is MethodUsage.ACTION or declaration.scope is MethodScope.PUBLIC


def is_builder(name: str, type_: CompleteType, hints: Hints) -> bool:
    """Whether a method is a model builder: a public static one with that meta object, enabled."""
    member = type_.methods.get(name)
    if member is None or member.ambiguous:
        return False
    declaration = member.declaration
    static = declaration.usage in {MethodUsage.STATIC, MethodUsage.EXTENSION}
    if not static or declaration.scope is not MethodScope.PUBLIC:
        return False
    try:
        found = [hint for hint in hints.inherited(of_method(declaration.name)) if hint.name == BUILDER]
    except SchemaProblemError:
        return False
    return any(hint.get("enabled") for hint in found)
