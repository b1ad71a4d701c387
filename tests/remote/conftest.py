"""A server for each test, and time limits that tests can wait for."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from muranopl.remote import fetching
from muranopl.remote.limits import TimeLimits
from tests.remote.answers import AnsweringServer, answering


@pytest.fixture
def server() -> Iterator[AnsweringServer]:
    with answering() as result:
        yield result


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait before another attempt."""
    limits = functools.partial(TimeLimits, pauses=(0.0, 0.0))
    monkeypatch.setattr(fetching, "TimeLimits", limits)


@pytest.fixture
def impatient(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for answers for long, as a test whose server gives none."""
    limits = functools.partial(TimeLimits, silence=0.3, total=1.0, pauses=(0.0,))
    monkeypatch.setattr(fetching, "TimeLimits", limits)
