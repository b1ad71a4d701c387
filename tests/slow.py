"""Tests that `make quick` leaves out: slow parameters, and rows of long tables."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

LEFT_OUT = ("browser", "processes", "slow")
MOST = 12
"""The number of rows of a table that `make quick` runs."""


def with_slow(values: Iterable[Any], slow: Container[Any]) -> list[Any]:
    """Return the values of a parameter, with the mark `slow` on those that `make quick` leaves out."""
    return [_slow(value) if value in slow else value for value in values]


def leave_out_surplus(items: Iterable[pytest.Item]) -> None:
    """Mark rows of long tables as slow, so that `make quick` runs `MOST` of each table, spread evenly."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not any(item.get_closest_marker(mark) for mark in LEFT_OUT):
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for rows in tables.values():
        kept = {number * len(rows) // MOST for number in range(MOST)}
        for number, row in enumerate(rows):
            if number not in kept:
                row.add_marker("slow")


def _slow(value: Any) -> Any:
    return pytest.param(value, marks=pytest.mark.slow)
