"""What is suggested for contracts that are texts, or have signs of other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl

SUGGESTIONS = {
    "'$.int()'": "remove the quotes: `$.int()`",
    "string": "did you mean `$.string()`?",
    "number": "did you mean `$.int()`?",
    "Sample": "write an unquoted expression that starts with `$`, such as `$.string().notNull()`",
    "$.int().check($ > 0 && $ < 5)": "write `and` in place of `&&`",
    "$.int().check($ == 5)": "write `=` in place of `==`",
    "$.int().check(!$)": "write `not` in place of `!`",
    "$.int(": "correct the expression: `int(` is never closed",
}
LAMBDA = "YAQL has no lambda: write `$ > 1`, where `$` is the argument"
LAMBDAS = ["x => x > 1", "x => $x > 1", "(x) => x > 1", "x -> x > 1", "$x -> $x > 1"]


@pytest.mark.parametrize("contract", SUGGESTIONS)
def test_suggestion(contract: str, tmp_path: Path) -> None:
    found = only(contract, tmp_path)
    assert (found.code, found.suggestion) == ("MPL160", SUGGESTIONS[contract])


@pytest.mark.parametrize("code", LAMBDAS)
def test_lambda(code: str, tmp_path: Path) -> None:
    assert only(f"$.int().check({code})", tmp_path).suggestion == LAMBDA


def only(contract: str, tmp_path: Path) -> muranopl.Diagnostic:
    """Return the only diagnostic of a contract."""
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: example.app\nName: app\n"
        "Classes: {example.app.Sample: Sample.yaml}\n"
    )
    (tmp_path / "Classes" / "Sample.yaml").write_text(
        "Namespaces: {=: example.app}\nName: Sample\n"
        f"Properties:\n  x:\n    Contract: {contract}\n"
    )
    [found] = muranopl.validate(tmp_path).diagnostics
    return found
