"""`make quick` stays quick, and has tests of each part of the code; nothing is timed."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.project import ROOT
from tests.slow import LEFT_OUT, MOST
from tests.test_packaging import FOLDERS

_MODULE = re.compile(rf"^pytestmark = .*\b({'|'.join(LEFT_OUT)})\b", re.MULTILINE)


def test_rows_of_long_tables_are_left_out(request: pytest.FixtureRequest) -> None:
    counts = Counter(
        item.nodeid.partition("[")[0]
        for item in request.session.items
        if not any(item.get_closest_marker(mark) for mark in LEFT_OUT)
    )
    assert {name: count for name, count in counts.items() if count > MOST} == {}


def test_each_folder_has_modules_that_are_not_left_out() -> None:
    for folder in FOLDERS:
        files = (ROOT / "tests" / folder).rglob("test_*.py")
        texts = (file.read_text(encoding="utf-8") for file in files)
        assert not all(_MODULE.search(text) for text in texts), folder
