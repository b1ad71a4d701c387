"""A core library that is given: what its engine writes in Python may be more than is known of it."""

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write
from tests.project import ROOT

CASE = ROOT / "tests" / "cases" / "code" / "own-core-library.case"


def test_only_classes_in_python_may_have_more_methods(tmp_path: Path) -> None:
    text = "===" + CASE.read_text(encoding="utf-8").partition("===")[2]
    result = muranopl.validate(write(files(text), tmp_path))
    assert {
        diagnostic.place.file.path: diagnostic.severity.value
        for diagnostic in result.diagnostics
        if diagnostic.code == "MPL651"
    } == {"Classes/Environment.yaml": "error", "Classes/HeatStack.yaml": "warning"}
