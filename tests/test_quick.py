"""`make quick` stays quick, and has tests of each part of the code; nothing is timed."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.project import ROOT
from tests.test_packaging import FOLDERS

LEFT_OUT = ("browser", "processes", "slow")
MOST = 300
_MODULE = re.compile(rf"^pytestmark = .*\b({'|'.join(LEFT_OUT)})\b", re.MULTILINE)


def test_long_tables_are_sampled(request: pytest.FixtureRequest) -> None:
    """What to do where this fails: `tests.slow.sampled`."""
    counts = Counter(
        item.nodeid.partition("[")[0]
        for item in request.session.items
        if not any(item.get_closest_marker(mark) for mark in LEFT_OUT)
    )
    assert {name: count for name, count in counts.items() if count > MOST} == {}


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_has_modules_that_are_not_left_out(folder: str) -> None:
    files = (ROOT / "tests" / folder).rglob("test_*.py")
    assert any(not _MODULE.search(file.read_text(encoding="utf-8")) for file in files)
