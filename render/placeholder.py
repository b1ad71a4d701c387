"""An object known only by its class: values that users may set are unknown."""

from __future__ import annotations

from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, Unknown

_GIVEN = Unknown("it depends on values that are given in the model")


class PlaceholderObject(MuranoObject):
    """An object with a known class and unknown properties.

    Properties have no values, the owner is unknown.
    """

    __slots__ = ()

    def __init__(self, type_: MuranoType) -> None:
        super().__init__(type_, None, "sketch", generated=True)
        # Reading any of them raises NotEvaluatedError.
        self.properties = dict.fromkeys(type_.complete.properties, _GIVEN)

    @property
    def owner(self) -> MuranoObject | None:
        """Raise NotEvaluatedError: the owner depends on the model."""
        raise NotEvaluatedError("it depends on where in a model the object is")

    @owner.setter
    def owner(self, value: MuranoObject | None) -> None:
        """Ignore the owner."""
