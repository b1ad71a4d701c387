"""Look-up of the methods of objects and classes by name."""

from __future__ import annotations

from muranopl.execution.exceptions import engine_error
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


def method_of(target: MuranoObject | MuranoType, name: str) -> Member[MethodDeclaration]:
    """Return the method of an object or a class; raise MuranoError if not exactly one has it."""
    type_ = target if isinstance(target, MuranoType) else target.type
    member = type_.complete.methods.get(name)
    if member is None:
        raise engine_error("NoMethodFound", f'Method "{name}" is not found')
    if member.ambiguous:
        raise engine_error("AmbiguousMethodName", f'Found more than one method "{name}"')
    return member
