"""Stores that tests leave open are closed, so that the next test may fork."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muranopl.phases.reuse.connection import close, open_connections


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    for connection in list(open_connections):
        close(connection)
