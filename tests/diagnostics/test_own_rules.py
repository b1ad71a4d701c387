"""Rules of one's own: loaded from folders and installed packages, reported as all others."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from tests import command_line
from tests.project import EXAMPLES, ROOT

SHIPPED = ROOT / "docs" / "rules"
HEAD = "import muranopl\nfrom muranopl import Finding, rule\n"
WORKING = """
@rule("TEAM1", "team-rule", severity="error")
def team_rule(package):
    '''What the team wants.'''
    for file in package.files:
        if file.path.endswith("Greeter.yaml"):
            yield Finding(file.place(7, 1, 4), f"{package.name} greets", "be silent")
"""
NAMED = "Namespaces: {=: example.app}\nName: Sample\n"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in a folder with the example package; its rules are the texts of files."""
    shutil.copytree(EXAMPLES / "hello", tmp_path / "hello")
    (tmp_path / "rules").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))

    def run(command: str, **files: str) -> Result:
        for name, text in files.items():
            (tmp_path / "rules" / f"{name}.py").write_text(HEAD + text)
        return command_line.run(*command.split())

    return run


CHECK = "check hello --rules rules"


def test_a_rule_in_a_folder(run: Run) -> None:
    result = run(f"{CHECK} --format json", team=WORKING)
    (found,) = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 1
    assert (found["code"], found["name"], found["severity"]) == ("TEAM1", "team-rule", "error")
    assert (found["path"], found["line"], found["column"], found["end_column"]) == (
        "hello/Classes/Greeter.yaml",
        7,
        1,
        5,
    )
    assert (found["message"], found["suggestion"]) == ("example.hello greets", "be silent")
    assert found["package"] == "example.hello"


def test_codes_are_selected_explained_and_written(run: Run) -> None:
    assert run(f"{CHECK} --ignore TEAM", team=WORKING).exit_code == 0
    assert run(f"{CHECK} --ignore team-rule").exit_code == 0
    assert run(f"{CHECK} --select TEAM1,MPL2").exit_code == 1
    assert run("check hello --ignore TEAM9 --rules rules").exit_code == 2
    assert "What the team wants." in run("explain TEAM1 --rules rules").stdout
    for format_ in muranopl.diagnostics.formats.FORMATS:
        assert "Traceback" not in run(f"{CHECK} --format {format_}").output
    rules = json.loads(run(f"{CHECK} --format sarif").stdout)["runs"][0]["tool"]
    assert "TEAM1" in {item["id"] for item in rules["driver"]["rules"]}


def test_the_cache_changes_nothing(run: Run) -> None:
    first = run(CHECK, team=WORKING).stdout
    assert "TEAM1" in first
    assert run(CHECK).stdout == first
    assert "All checks passed" in run("check hello").stdout
    assert "loud" in run(CHECK, team=WORKING.replace("greets", "is loud")).stdout


def test_what_a_rule_prints_is_not_in_the_report(run: Run, tmp_path: Path) -> None:
    printing = WORKING.replace("    for file", "    print('checking')\n    for file", 1)
    result = run(f"{CHECK} --format json", team=f"print('loading'){printing}")
    assert json.loads(result.stdout)["diagnostics"][0]["code"] == "TEAM1"
    assert "loading\n" in result.stderr
    assert "checking\n" in result.stderr
    (tmp_path / "muranopl.toml").write_text('rules = ["rules"]\n')
    result = run("explain team-rule", team=f"print('explaining'){printing}")
    assert "What the team wants." in result.stdout
    assert "explaining\n" not in result.stdout


def test_processes_change_nothing(run: Run) -> None:
    first = run(CHECK, team=WORKING).stdout
    assert run(f"{CHECK} -j 2 --no-cache").stdout == first


BAD_RULES = {
    "an exception": "raise ValueError('no such thing')",
    "an exit": "raise SystemExit(0)",
    "no finding": "yield 'text'",
    "no place": "yield Finding(None, 'message')",
    "no text": "yield Finding(package.place, 5)",
    "not to be listed": "return 5",
    "endless calls": "return untitled(package)",
}


@pytest.mark.parametrize("body", BAD_RULES.values(), ids=BAD_RULES)
def test_a_rule_that_fails_is_a_diagnostic(run: Run, body: str) -> None:
    bad = f"@rule('TEAM2', 'bad-rule')\ndef untitled(package):\n    {body}\n"
    result = run(f"{CHECK} --format json", bad=bad, team=WORKING)
    found = json.loads(result.stdout)["diagnostics"]
    assert {item["code"] for item in found} == {"TEAM1", "MPL002"}
    (failed,) = (item for item in found if item["code"] == "MPL002")
    assert "TEAM2" in failed["message"]
    assert failed["path"] == "hello/manifest.yaml"
    assert "bad.py:" in failed["notes"][0]
    assert result.exit_code == 1


UNLOADABLE = {
    "our prefix": ("@rule('MPL999', 'a')\ndef a(p): ...", "MPL999"),
    "no number": ("@rule('TEAM', 'a')\ndef a(p): ...", "TEAM"),
    "no name": ("@rule('TEAM1', 'A b')\ndef a(p): ...", "A b"),
    "no severity": ("@rule('TEAM1', 'a', severity='bad')\ndef a(p): ...", "bad"),
    "no Python": ("def", "SyntaxError"),
    "an exception": ("x = 1\n1 / 0", "ZeroDivisionError: division by zero (line 4)"),
    "an exit": ("raise SystemExit", "SystemExit"),
    "no rules": ("x = 1", "has no rules"),
    "twice": (
        "@rule('TEAM1', 'a')\ndef a(p): ...\n@rule('TEAM1', 'b')\ndef b(p): ...",
        "two rules are called TEAM1",
    ),
}


@pytest.mark.parametrize(("text", "problem"), UNLOADABLE.values(), ids=UNLOADABLE)
def test_rules_that_cannot_be_loaded_are_wrong_usage(run: Run, text: str, problem: str) -> None:
    result = run(CHECK, rules=text)
    assert (result.exit_code, problem in result.stderr) == (2, True), result.stderr
    assert "Traceback" not in result.stderr


def test_names_that_are_nothing(run: Run) -> None:
    result = run("check hello --rules nowhere")
    assert (result.exit_code, "neither a folder nor" in result.stderr) == (2, True)


def test_installed_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint(
        "acme", "tests.diagnostics.test_own_rules:INSTALLED", "muranopl.rules"
    )
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda group: [point] if group == point.group else []
    )
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda _: [INSTALLED])
    assert "TEAM7" in run("check hello --rules acme").stdout
    assert "but acme" in run("check hello --rules other").stderr


@muranopl.rule("TEAM7", "installed-rule")
def INSTALLED(package: muranopl.PackageView) -> Iterator[muranopl.Finding]:  # noqa: N802
    """It is installed."""
    yield muranopl.Finding(package.place, f"{package.type} {package.find('x.Y')}")


def test_the_configuration_names_rules(run: Run, tmp_path: Path) -> None:
    (tmp_path / "muranopl.toml").write_text('rules = ["rules"]\nignore = ["TEAM2"]\n')
    other = WORKING.replace("TEAM1", "TEAM2").replace("team-rule", "other-rule")
    result = run("check hello", team=WORKING, other=other)
    assert ("TEAM1" in result.stdout, "TEAM2" in result.stdout) == (True, False)
    assert run("check hello").stdout == result.stdout
    assert "TEAM1" not in run("check hello --isolated").stdout
    settings = muranopl.settings_from(tmp_path / "muranopl.toml")
    catalog = muranopl.Catalog("hello", settings=settings)
    assert {item.code for item in catalog.check().diagnostics} == {"TEAM1"}


def test_the_configuration_of_a_package_elsewhere_runs_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(tmp_path / "hello", tmp_path / "foreign" / "hello")
    (tmp_path / "foreign" / "muranopl.toml").write_text('rules = ["../rules"]\n')
    harm = f"open({str(tmp_path / 'harm')!r}, 'w')\n{WORKING}"
    result = run("check foreign/hello", team=harm)
    assert (result.exit_code, "rules are code" in result.stderr) == (2, True)
    assert not (tmp_path / "harm").exists()
    assert run("check foreign/hello --isolated").exit_code == 0
    assert run("check foreign/hello --config foreign/muranopl.toml").exit_code == 1


def test_a_folder_whose_name_begins_alike_is_not_below(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(tmp_path / "hello", tmp_path / "foreign" / "hello")
    (tmp_path / "foreign" / "muranopl.toml").write_text('rules = ["../rules"]\n')
    run("check hello", team=f"open({str(tmp_path / 'harm')!r}, 'w')\n{WORKING}")
    (tmp_path / "foreigner").mkdir()
    monkeypatch.chdir(tmp_path / "foreigner")
    result = run("check ../foreign/hello")
    assert (result.exit_code, "rules are code" in result.stderr) == (2, True)
    assert not (tmp_path / "harm").exists()


def test_rules_of_the_library() -> None:
    report = muranopl.validate(EXAMPLES / "hello", rules=[INSTALLED])
    (found,) = report.diagnostics
    assert (found.code, found.message) == ("TEAM7", "Application None")
    early = muranopl.validate(EXAMPLES / "hello", rules=[INSTALLED], stop_after="read")
    assert early.diagnostics == ()
    with pytest.raises(muranopl.UsageError, match="each of rules must be"):
        muranopl.Catalog(EXAMPLES / "hello", rules=[5])  # type: ignore[list-item]


def test_findings_are_bounded() -> None:
    @muranopl.rule("TEAM8", "many")
    def many(package: muranopl.PackageView) -> Iterator[muranopl.Finding]:
        for number in range(150):
            yield muranopl.Finding(package.place, str(number))

    report = muranopl.validate(EXAMPLES / "hello", rules=[many])
    assert len(report.diagnostics) == 101
    assert report.diagnostics[-1].left_out == 50


def test_the_examples_of_rules() -> None:
    @muranopl.rule(
        "TEAM9", "example-rule", bad=f"{NAMED}Properties: {{bad: {{Contract: $}}}}\n", good=NAMED
    )
    def example_rule(package: muranopl.PackageView) -> Iterator[muranopl.Finding]:
        for class_ in package.classes:
            if "bad" in class_.properties:
                yield muranopl.Finding(class_.place, "it is bad")

    muranopl.check_examples(example_rule)

    @muranopl.rule("TEAM9", "no-examples")
    def no_examples(package: muranopl.PackageView) -> Iterator[muranopl.Finding]:
        return iter(())

    with pytest.raises(AssertionError, match="has no bad example"):
        muranopl.check_examples(no_examples)


def test_the_example_of_the_documents() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    shipped = (SHIPPED / "untitled_class.py").read_text(encoding="utf-8")
    assert shipped.partition("@rule")[2] in text
