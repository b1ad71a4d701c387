"""Lower limits of what expressions and models take, so that tests reach them soon."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from muranopl.render import class_values
from muranopl.semantics.evaluation.bounds import LIMITS, SharedBudget


def lower_limits(patch: pytest.MonkeyPatch, **limits: float) -> None:
    """Set fields of `Limits` for models, forms and the values of classes; the bounds that are documented stay."""
    lower = replace(LIMITS, **limits)
    patch.setattr(SharedBudget.__init__, "__defaults__", (lower, 0))
    of_classes = replace(class_values._LIMITS, **limits)
    patch.setattr(class_values, "_LIMITS", of_classes)
