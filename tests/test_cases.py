"""Every case file: what the checker reports on it is what is written in it, and nothing else."""

from __future__ import annotations

import posixpath
from pathlib import Path

import pytest

from muranopl import Diagnostic
from tests.casefile import Found, compare, read, rewritten
from tests.material import check

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.case"))


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, rewrite: bool, tmp_path: Path) -> None:
    file = FOLDER / name
    case = read(file.read_text(encoding="utf-8"))
    report = check(case.files, case.options, tmp_path)
    outcome = compare(case.expected, map(found, report.diagnostics))
    if rewrite:
        file.write_text(rewritten(case, outcome), encoding="utf-8")
    elif outcome.missing or outcome.surplus:
        pytest.fail(f"{file}\n{outcome}", pytrace=False)


def found(diagnostic: Diagnostic) -> Found:
    """Return the diagnostic as cases write it."""
    path = posixpath.normpath(diagnostic.place.file.display)
    return Found(path, diagnostic.line, diagnostic.code, diagnostic.message.replace("\n", "\\n"))
