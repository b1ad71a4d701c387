"""Static properties: the declarations that a name has on a class."""

from __future__ import annotations

from muranopl.inherit.complete import Member
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId

Declared = tuple[TypeId, PropertyDeclaration]


def static_declarations(member: Member[PropertyDeclaration]) -> tuple[Declared, ...]:
    """Return the nearest static declarations of a name, with their classes.

    There are several if unrelated parents have one. A declaration that is not static hides none
    (measured beside the engine).
    """
    result = [
        candidate for candidate in member.candidates if candidate[1].usage is PropertyUsage.STATIC
    ]
    if result:
        return tuple(result)
    hidden = [declaration for above in member.above for declaration in static_declarations(above)]
    return tuple(dict(hidden).items())
