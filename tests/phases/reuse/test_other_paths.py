"""The same package by another PATH: what is said of it is the same, only places differ; so it can be kept for both."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import files, options
from muranopl.diagnostics.pages import WITHOUT_EXAMPLES
from muranopl.diagnostics.rules import Rule
from tests.ard.packages import GOOD, zipped
from tests.limits import lower_limits
from tests.material import all_of, write

NAMES_PATHS = {"MPL101", "MPL102", "MPL103", "MPL104", "MPL105", "MPL107", "MPL109"}
"""What these say of a PATH that holds no package names it: packages are searched for in every check."""

RULES = [
    rule
    for rule in sorted(rules().values(), key=lambda rule: rule.code)
    if rule.code not in NAMES_PATHS | WITHOUT_EXAMPLES and not options(rule.page.bad)
]
CACHE = muranopl.Cache.in_memory()


def words(report: muranopl.Report) -> list[tuple[object, ...]]:
    """Return all that a report says but places, and how sure it is: in a catalog packages are not elsewhere."""
    return [
        (
            diagnostic.code,
            diagnostic.message,
            diagnostic.suggestion,
            [one.message for one in diagnostic.related],
        )
        for diagnostic in report.diagnostics
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_no_message_holds_the_path(
    rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = tmp_path / "here" / "catalog" / "example"
    write(files(rule.page.bad), example)
    if any(entry.is_fifo() for entry in example.rglob("*")):
        pytest.skip("no copy of a pipe is a pipe")
    # Defaults that make too much take seconds
    lower_limits(monkeypatch, total_steps=10_000)
    shutil.copytree(example, tmp_path / "elsewhere" / "deep" / "example", symlinks=True)
    monkeypatch.chdir(tmp_path / "here")
    said = []
    for path in ("catalog/example", ".", str(tmp_path / "elsewhere")):
        fresh = muranopl.Catalog([path]).check()
        assert all_of(muranopl.Catalog([path], cache=CACHE).check()) == all_of(fresh), path
        said.append(words(fresh))
    assert said == [said[0]] * 3


def test_a_zip_that_cannot_be_unpacked_is_not_named(tmp_path: Path) -> None:
    """It is told of the zip as a whole that much of it is damaged; the bytes are the same by another name."""
    many = {f"{number}": b"text" for number in range(30)}
    data = zipped(GOOD | many, zipfile.ZIP_STORED).replace(b"text", b"TEXT")
    cache = muranopl.Cache.in_memory()
    said = []
    for path in (tmp_path / "catalog" / "one.zip", tmp_path / "other.zip"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        for given in {path, path.parent}:
            fresh = muranopl.Catalog([given]).check()
            assert all_of(muranopl.Catalog([given], cache=cache).check()) == all_of(fresh)
        said.append(words(muranopl.Catalog([path], cache=cache).check()))
    assert said[0] == said[1]
    assert any("more than 20" in str(item) for item in said[0])
