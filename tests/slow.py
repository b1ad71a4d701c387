"""Parameters of tests, some of which are marked as slow."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def with_slow(values: Iterable[Any], slow: Container[Any]) -> list[Any]:
    """Return the values of a parameter, with the mark `slow` on those that `make quick` leaves out."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if value in slow else value
        for value in values
    ]
