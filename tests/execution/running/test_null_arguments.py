"""An argument that is written as `null`: checked by the documents, and not by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.interfaces.cli.main import cli
from tests.manifests import write_library

NAME = "null-argument"
CLASS = """
Namespaces: {{=: t, std: io.murano}}
Name: A
Methods:
  f:
    Arguments:
    - x: {{Contract: {contract}}}
    Body:
    - Return: [$x]
  s:
    Usage: Static
    Arguments:
    - x: {{Contract: {contract}}}
    Body:
    - Return: [$x]
  deploy:
    Usage: Action
    Body:
    - $n: null
    - Return: {value}
"""
MODEL = {"?": {"type": "t.A", "id": "one"}}

# the contract, what the method returns by the documents (None: refused), and in the engine
VALUES: dict[str, tuple[str, str, Any, Any]] = {
    "refused": ("$.int().notNull()", "$.f(null)", None, [None]),
    "by name": ("$.int().notNull()", "$.f(x => null)", None, [None]),
    "static": ("$.string().notNull()", ":A.s(null)", None, [None]),
    "taken": ("$.int()", "$.f(null)", [None], [None]),
    "a variable": ("$.int().notNull()", "$.f($n)", None, None),
    "an item": ("[$.int().notNull()]", "$.f([null])", None, None),
    "fails": ("$.check($ > 0)", "$.f(null)", None, [None]),
}


def package(folder: Path, contract: str, value: str) -> Path:
    text = CLASS.format(contract=contract, value=value)
    return write_library(folder, "t", ["A"], text)


@pytest.mark.parametrize("case", VALUES)
@pytest.mark.parametrize("quirk", ["", NAME, "engine"])
def test_call_and_deploy(case: str, quirk: str, tmp_path: Path) -> None:
    contract, value, document, engine = VALUES[case]
    expected = engine if quirk else document
    quirks = [quirk] if quirk else []
    catalog = muranopl.Catalog(package(tmp_path, contract, value), quirks=quirks)
    result = catalog.call("t.A", "deploy", model=MODEL)
    assert (result.ok, result.value) == (expected is not None, expected)
    assert catalog.deploy(MODEL).ok is (expected is not None)
    told = [f"--quirk {NAME}" in (item.suggestion or "") for item in result.diagnostics]
    assert any(told) is (document is None and engine is not None and not quirk)


@pytest.mark.parametrize("case", ["refused", "by name", "static", "taken", "a variable"])
@pytest.mark.parametrize("quirk", ["", NAME, "engine"])
def test_check_agrees(case: str, quirk: str, tmp_path: Path) -> None:
    contract, value, document, engine = VALUES[case]
    expected = engine if quirk else document
    quirks = [quirk] if quirk else []
    catalog = muranopl.Catalog(package(tmp_path, contract, value), quirks=quirks)
    report = catalog.check()
    errors = [item for item in report.diagnostics if item.code == "MPL654"]
    assert bool(errors) is (expected is None), report.diagnostics
    told = [note for item in errors for note in item.notes if NAME in note]
    assert bool(told) is (engine is not None and expected is None)


def test_what_python_implements_checks_null(tmp_path: Path) -> None:
    value = "new('io.murano.system.HeatStack', name => n).updateTemplate(null)"
    for quirks in ([], ["engine"]):
        folder = tmp_path / str(len(quirks))
        folder.mkdir()
        catalog = muranopl.Catalog(package(folder, "$", value), quirks=quirks)
        assert not catalog.call("t.A", "deploy", model=MODEL).ok


@pytest.mark.parametrize(("words", "status"), [([], 1), (["--quirk", NAME], 0)])
@pytest.mark.parametrize("command", ["check", "call", "deploy"])
def test_option(command: str, words: list[str], status: int, tmp_path: Path) -> None:
    folder = str(package(tmp_path, "$.int().notNull()", "$.f(null)"))
    (tmp_path / "m.yaml").write_text("'?': {type: t.A, id: one}")
    model = str(tmp_path / "m.yaml")
    arguments = {
        "check": [folder],
        "call": ["t.A", "deploy", "--model", model, "-L", folder],
        "deploy": [model, "--dry-run", "-L", folder],
    }[command]
    result = CliRunner().invoke(cli, [command, *arguments, *words, "--no-cache"])
    assert result.exit_code == status, result.output
    assert (NAME in result.output) is not bool(words)
