"""A server for each test, and time limits that tests can wait for."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from typing import Any

import pytest

from muranopl.ard.remote import fetcher
from muranopl.ard.remote.limits import TimeLimits
from tests.ard.remote.answers import AnsweringServer, answering
from tests.waiting import GUARD


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out proxies and tokens of whoever runs the tests."""
    for name in os.environ:
        prefixes = ("MURANOPL_TOKEN_", "MURANOPL_HTTP_TOKEN_")
        if name.lower().endswith("_proxy") or name.startswith(prefixes):
            monkeypatch.delenv(name)


@pytest.fixture
def server() -> Iterator[AnsweringServer]:
    with answering() as result:
        yield result


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for answers as long as a busy machine needs."""
    _limit(monkeypatch)


@pytest.fixture
def at_once(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait before another attempt."""
    _limit(monkeypatch, pauses=(0.0, 0.0))


@pytest.fixture
def impatient(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for answers for long, as a test whose server gives none."""
    _limit(monkeypatch, silence=0.3, pauses=(0.0,))


def _limit(monkeypatch: pytest.MonkeyPatch, **seconds: Any) -> None:
    limits = {"connect": GUARD, "silence": GUARD, **seconds}
    monkeypatch.setattr(fetcher, "TimeLimits", functools.partial(TimeLimits, **limits))
