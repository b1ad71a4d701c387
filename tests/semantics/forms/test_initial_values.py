"""What is suggested for an initial value that its own field refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/App.yaml
Namespaces: {=: example.app, std: io.murano}
Name: App
Extends: std:Application
Properties:
  v: {Contract: $}
=== UI/ui.yaml
Application:
  ?: {type: example.app.App}
  v: $.one.x
Forms:
- one:
    fields:
    - {name: x, type: choice, choices: [[small, S], [large, L]], regexpValidator: '^s', initial: INITIAL}
"""


@pytest.mark.parametrize(
    ("initial", "problem", "suggestion"),
    [
        ("smal", "it is none of the choices", 'did you mean "small"?'),
        ("large", "it does not match ^s", "write a value that the field accepts"),
    ],
)
def test_choice(initial: str, problem: str, suggestion: str, tmp_path: Path) -> None:
    write(files(PACKAGE.replace("INITIAL", initial)), tmp_path)
    (report,) = muranopl.Catalog(tmp_path).check().diagnostics
    assert (report.code, report.suggestion) == ("MPL746", suggestion)
    assert report.message.endswith(problem)
