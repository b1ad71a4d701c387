"""Static properties: the declarations that a name has on a class."""

from __future__ import annotations

from muranopl.inherit.complete import Member
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId

Declared = tuple[TypeId, PropertyDeclaration]


def static_declarations(member: Member[PropertyDeclaration]) -> tuple[Declared, ...]:
    """Return the nearest static declarations of a name, with their classes.

    Several if unrelated parents have one. A declaration that is not static hides none (measured
    beside the engine).
    """
    found = [each for each in member.candidates if each[1].usage is PropertyUsage.STATIC]
    if found:
        return tuple(found)
    hidden = [each for above in member.above for each in static_declarations(above)]
    return tuple(dict(hidden).items())
