"""The shapes of values in templates that classes and forms do not have, for completion."""

from __future__ import annotations

from muranopl.language.grammar.shapes import Shape


class HeatValue(Shape, frozen=True):
    """Data in which functions of Heat may be called, at any depth."""


class HeatCondition(Shape, frozen=True):
    """A condition: the name of one, or a call of a function that conditions may use."""


HEAT_VALUE = HeatValue()
HEAT_CONDITION = HeatCondition()
