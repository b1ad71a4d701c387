"""A server for each test, and time limits that tests can wait for."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator

import pytest

from muranopl.remote import fetcher
from muranopl.remote.limits import TimeLimits
from tests.remote.answers import AnsweringServer, answering


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out proxies and tokens of whoever runs the tests."""
    for name in os.environ:
        if name.lower().endswith("_proxy") or name.startswith("MURANOPL_TOKEN_"):
            monkeypatch.delenv(name)


@pytest.fixture
def server() -> Iterator[AnsweringServer]:
    with answering() as result:
        yield result


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait before another attempt."""
    limits = functools.partial(TimeLimits, pauses=(0.0, 0.0))
    monkeypatch.setattr(fetcher, "TimeLimits", limits)


@pytest.fixture
def impatient(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for answers for long, as a test whose server gives none."""
    limits = functools.partial(TimeLimits, silence=0.3, total=3.0, pauses=(0.0,))
    monkeypatch.setattr(fetcher, "TimeLimits", limits)
