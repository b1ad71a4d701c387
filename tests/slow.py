"""Parameters of tests, some of which are marked as slow."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def with_slow(values: Iterable[Any], slow: Container[Any]) -> list[Any]:
    """Return the values of a parameter, with the mark `slow` on those that `make quick` leaves out."""
    return [_slow(value) if value in slow else value for value in values]


def sampled(values: Iterable[Any], every: int = 5) -> list[Any]:
    """Return the values of a parameter, with the mark `slow` on all but each fifth: they are many, and alike."""
    return [
        _slow(value) if number % every else value for number, value in enumerate(values)
    ]


def _slow(value: Any) -> Any:
    return pytest.param(value, marks=pytest.mark.slow)
