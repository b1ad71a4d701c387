"""The command as users start it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import Outcome, start

Run = Callable[..., Outcome]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `muranopl` from its start, with a cache folder that does not exist yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return start
