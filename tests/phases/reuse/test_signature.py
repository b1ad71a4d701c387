"""The signature of a catalog's files: what changes it, what does not, and when it can be relied on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from muranopl.phases.reuse.signature import COARSE_QUIET, QUIET, signature


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    for file in (
        "app/manifest.yaml",
        "app/.hidden/logo.png",
        "app/.git/index",
        ".hidden/a.zip",
        "outside",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("text")
    (tmp_path / "app" / "link").symlink_to("../../elsewhere")
    return tmp_path


CHANGES: list[tuple[Callable[[Path], object], bool]] = [
    (lambda folder: (folder / "app" / "manifest.yaml").write_text("more text"), True),
    (lambda folder: (folder / "app" / "manifest.yaml").chmod(0), True),
    (lambda folder: (folder / "app" / "new").mkdir(), True),
    (lambda folder: (folder / "app" / ".hidden" / "logo.png").write_text("other"), True),
    (lambda folder: (folder.parent / "elsewhere").write_text("text"), True),
    (lambda folder: os.utime(folder / "app"), False),
    (lambda folder: (folder / "app" / ".git" / "index").write_text("other"), True),
    (lambda folder: (folder / ".hidden" / "a.zip").write_text("other"), False),
]


@pytest.mark.parametrize(("change", "is_seen"), CHANGES)
def test_what_counts(catalog: Path, change: Callable[[Path], object], is_seen: bool) -> None:
    before = signature([str(catalog)]).digest
    assert signature([str(catalog)]).digest == before
    change(catalog)
    assert (signature([str(catalog)]).digest != before) is is_seen


def test_paths_that_are_not_there(catalog: Path) -> None:
    gone = signature([str(catalog / "none"), "a\0b"])
    (catalog / "none").write_text("text")
    assert signature([str(catalog / "none"), "a\0b"]).digest != gone.digest


@pytest.mark.parametrize(
    ("age", "left"),
    [
        (0.25, 0.0),  # seconds since the change, seconds left
        (0.02, 0.03),
        (-1.0, 0.0),  # the clock was put back
    ],
)
def test_it_holds_once_files_are_quiet(
    catalog: Path, monkeypatch: pytest.MonkeyPatch, age: float, left: float
) -> None:
    result = signature([str(catalog)])._replace(newest=1e9 + 0.5)
    monkeypatch.setattr(time, "time", lambda: result.newest + age)
    assert result.unsettled == pytest.approx(left, abs=1e-6)
    assert QUIET < COARSE_QUIET


def test_whole_seconds_are_coarse(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = signature([str(catalog)])._replace(newest=1e9)
    monkeypatch.setattr(time, "time", lambda: result.newest + 0.5)
    assert result.unsettled == COARSE_QUIET - 0.5
