"""An object seen as one of its ancestors: what `cast()` and `super()` give."""

from __future__ import annotations

from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class ObjectView:
    """An object as one of the classes it is an instance of: methods and properties are looked up from that class on.

    Views are equal to views of the same object and class, never to the object itself (workflow.md, Dispatch). A view as
    the object's own class is what `find()` gives: the engine wraps that, so that it does not equal the object either.
    Outside of expressions a view is the object.
    """

    __slots__ = ("object", "type")

    def __init__(self, object_: MuranoObject, type_: MuranoType) -> None:
        self.object = object_
        self.type = type_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectView) and other.object is self.object and other.type == self.type

    def __hash__(self) -> int:
        return hash(self.object)

    def __repr__(self) -> str:
        return repr(self.object)


def real(target: MuranoObject | ObjectView) -> MuranoObject:
    """Return the object itself."""
    return target.object if isinstance(target, ObjectView) else target


def seen_as(object_: MuranoObject | ObjectView, type_: MuranoType) -> MuranoObject | ObjectView:
    """Return the object as one of its ancestors."""
    object_ = real(object_)
    return object_ if object_.type == type_ else ObjectView(object_, type_)
