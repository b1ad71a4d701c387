"""The table of bounds: the diagnostics it names exist, and something is said beyond each bound."""

from __future__ import annotations

import pytest

from muranopl.diagnostics.bounds import Bound, bounds
from muranopl.diagnostics.catalogue import rules


@pytest.mark.parametrize("bound", bounds(), ids=lambda bound: bound.what)
def test_every_bound_says_what_is_beyond(bound: Bound) -> None:
    assert set(bound.codes) <= rules().keys()
    assert bound.codes or bound.instead
    assert bound.most > 0
