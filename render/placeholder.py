"""An object of a class as far as it is known without a model: what users may give is unknown."""

from __future__ import annotations

from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, Unknown

_GIVEN = Unknown("it depends on values that are given in the model")


class PlaceholderObject(MuranoObject):
    """An object of a class about which only the class is known: no property has a value yet, and any may own it."""

    __slots__ = ()

    def __init__(self, type_: MuranoType) -> None:
        super().__init__(type_, None, "sketch", generated=True)
        self.properties = dict.fromkeys(type_.complete.properties, _GIVEN)

    @property
    def owner(self) -> MuranoObject | None:
        """Asking for it is asking for the model. Raises NotEvaluatedError."""
        raise NotEvaluatedError("it depends on where in a model the object is")

    @owner.setter
    def owner(self, value: MuranoObject | None) -> None:
        """Nothing to remember."""
