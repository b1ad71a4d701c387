"""Whatever stands in a package, checking it gives a report: no exception, and the same report again."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings

import muranopl
from muranopl.diagnostics.examples import Entry, EntryKind
from tests.generated import PACKAGES
from tests.material import write


@settings(max_examples=150)
@given(files=PACKAGES)
def test_any_package_gives_a_report_and_the_same_again(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = str(write({name: Entry(EntryKind.FILE, content) for name, content in files.items()}, Path(folder)))
        assert report(path) == report(path)


def report(path: str) -> bytes:
    """Everything the report says, the source text and the notes too."""
    found = muranopl.validate(path)
    assert found.ok == all(each.severity.value != "error" for each in found.diagnostics)
    return repr(list(found.diagnostics)).encode("utf-8", "backslashreplace")
