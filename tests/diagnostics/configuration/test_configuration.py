"""Configuration files: where they are looked for, what they change, and what is said about mistakes in them."""

from __future__ import annotations

import inspect
import json
import runpy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from click.testing import Result

import muranopl
from muranopl.diagnostics.configuration.settings import Settings, descriptions
from muranopl.interfaces.cli.check import check as command
from tests import command_line
from tests.project import EXAMPLES, ROOT

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in a folder with the package `apps/broken`, at the top of a repository."""
    shutil.copytree(EXAMPLES / "broken", tmp_path / "apps" / "broken")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    return command_line.run


def codes(result: Result) -> list[str]:
    """Return the codes of a JSON report, each with its severity."""
    found = json.loads(result.stdout)["diagnostics"]
    return [f"{item['code']} {item['severity']}" for item in found]


def check(run: Run, *words: str) -> list[str]:
    return codes(run("check", "apps/broken", "--format", "json", *words))


ONLY_301 = 'select = ["MPL301"]\n'


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("muranopl.toml", ONLY_301),
        ("apps/muranopl.toml", ONLY_301),
        ("apps/broken/muranopl.toml", ONLY_301),
        ("pyproject.toml", f"[tool.muranopl]\n{ONLY_301}"),
        ("pyproject.toml", f"[tool]\n[tool.'muranopl']\n{ONLY_301}"),
        ("apps/pyproject.toml", '[tool]\nmuranopl.select = ["MPL301"]\n'),
    ],
)
def test_the_file_is_looked_for_upwards(run: Run, file: str, text: str) -> None:
    Path(file).write_text(text)
    assert check(run) == ["MPL301 error"]
    assert len(check(run, "--isolated")) > 5


def test_the_nearest_file_counts_and_its_own_name_comes_first(run: Run) -> None:
    Path("muranopl.toml").write_text(ONLY_301)
    Path("apps/pyproject.toml").write_text('[tool.muranopl]\nselect = ["MPL163"]\n')
    assert check(run) == ["MPL163 error"]
    Path("apps/muranopl.toml").write_text('select = ["MPL136"]\n')
    assert check(run) == ["MPL136 error"]
    assert check(run, "--config", "muranopl.toml") == ["MPL301 error"]


def test_a_pyproject_without_the_table_is_passed_over(run: Run) -> None:
    Path("muranopl.toml").write_text(ONLY_301)
    Path("apps/pyproject.toml").write_text("[tool.other]\nthis is not even TOML\n")
    assert check(run) == ["MPL301 error"]


def test_the_search_ends_at_the_top_of_a_repository(run: Run) -> None:
    Path("muranopl.toml").write_text(ONLY_301)
    Path("apps/.git").write_text("gitdir: elsewhere\n")  # as worktrees have it
    assert len(check(run)) > 5


def test_several_paths_have_the_file_of_their_common_folder(run: Run) -> None:
    shutil.copytree("apps/broken", "apps/second")
    Path("apps/broken/muranopl.toml").write_text('select = ["MPL136"]\n')
    Path("muranopl.toml").write_text(ONLY_301)
    both = run("check", "apps/broken", "apps/second", "--format", "json")
    assert set(codes(both)) == {"MPL301 error"}
    assert set(codes(run("check", "apps", "--format", "json"))) == {"MPL301 error"}


def test_severities_and_paths(run: Run) -> None:
    Path("muranopl.toml").write_text(
        """\
ignore = ["MPL"]
[severity-of]
inheritance-cycle = "warning"
MPL1 = "info"
MPL13 = "error"

[[per-path]]
paths = ["apps/*/Classes"]
select = ["MPL301", "MPL163"]

[[per-path]]
paths = ["apps/**/manifest.yaml"]
select = ["MPL135"]

[[per-path]]
paths = ["*.yaml", "Classes/**", "apps/broken/Classes/Chick?"]
select = ["ALL"]
"""
    )
    assert sorted(check(run)) == ["MPL135 error", "MPL163 info", "MPL301 warning"]


def test_levels_and_format(run: Run) -> None:
    Path("muranopl.toml").write_text(
        'severity = "warning"\nfail-level = "warning"\nformat = "concise"\nselect = ["MPL135", "MPL120"]\n'
        '[severity-of]\nMPL120 = "info"\n'
    )
    result = run("check", "apps/broken")
    assert result.exit_code == 1
    assert result.stdout.startswith("apps/broken/manifest.yaml:6:10: warning MPL135 ")
    assert result.stdout.count("\n") == 1
    # What is given on the command line comes first
    words = ("--fail-level", "error", "--severity", "info", "--format", "json")
    result = run("check", "apps/broken", *words, "--select", "MPL135,MPL120")
    assert result.exit_code == 0
    assert sorted(codes(result)) == ["MPL120 info", "MPL135 warning"]
    assert check(run, "--select", "MPL301") == ["MPL301 error"]


def test_an_internal_error_and_a_missing_package_are_always_reported(run: Run) -> None:
    Path("muranopl.toml").write_text('ignore = ["ALL"]\n')
    Path("empty").mkdir()
    assert check(run) == []
    result = run("check", "empty")
    assert (result.exit_code, "no package" in result.stderr) == (2, True)


@pytest.fixture
def model(run: Run) -> str:
    """Have libraries, a core library and quirks in the configuration of a project with a model."""
    shutil.copytree(EXAMPLES / "hello", "apps/libraries/hello")
    shutil.copy(EXAMPLES / "hello-environment.json", "model.json")
    Path("muranopl.toml").write_text(
        'libraries = ["apps/libraries"]\nquirks = ["int-conversion"]\n'
    )
    return "model.json"


CLASS = "example.hello.WebServer"


@pytest.mark.parametrize(
    "words",
    [
        ("render", "model.json"),
        ("schema", CLASS, "--class-version", "1"),
        ("graph", "--model", "model.json"),
    ],
)
def test_other_commands_have_the_libraries(run: Run, model: str, words: tuple[str, ...]) -> None:
    with_file, without = run(*words), run(*words, "--isolated")
    assert (with_file.exit_code, bool(with_file.stdout)) == (0, True)
    assert "MPL524" not in with_file.stderr
    assert without.exit_code == 1


def test_a_library_on_the_command_line_comes_first(run: Run) -> None:
    Path("muranopl.toml").write_text('libraries = ["nowhere"]\n')
    missing = run("check", "apps/broken")
    assert (missing.exit_code, missing.stderr) == (
        2,
        'Error: muranopl.toml:1:1: libraries names "nowhere", which does not exist\n',
    )
    shutil.copytree(EXAMPLES / "hello", "libraries/hello")
    assert run("check", "apps/broken", "-L", "libraries").exit_code == 1


def test_paths_are_relative_to_the_file(
    run: Run, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("apps/broken")
    assert run("schema", CLASS, "--class-version", "1").exit_code == 0
    shown = json.loads(run("config", "show", "--format", "json").stdout)
    assert shown["settings"]["libraries"]["value"] == [str(Path("../libraries").resolve())]


def test_what_is_used_is_shown(run: Run) -> None:
    Path("muranopl.toml").write_text('\nignore = ["MPL6"]\nlibraries = ["apps"]\n')
    result = run("config", "show", "apps/broken", "--select", "MPL1", "--jobs", "2")
    rows = {line.split("  ")[0].strip(): line for line in result.stdout.splitlines()}
    assert rows["configuration"].split() == ["configuration", "muranopl.toml"]
    assert rows["ignore"].split() == ["ignore", "muranopl.toml:2", '["MPL6"]']
    assert rows["libraries"].split() == ["libraries", "muranopl.toml:3", '["apps"]']
    assert rows["select"].split() == ["select", "command", "line", '["MPL1"]']
    assert rows["jobs"].split() == ["jobs", "command", "line", "2"]
    assert rows["severity"].split() == ["severity", "default", '"info"']
    assert "no file" in run("config", "show", "--isolated").stdout


MISTAKES = {
    'libaries = ["a"]': '1:1: unknown key "libaries"; did you mean "libraries"?',
    "core_library = 'a'": '1:1: unknown key "core_library"; did you mean "core-library"?',
    "[tool.muranopl]\njobs = 1": '1:2: unknown key "tool"; muranopl.toml needs no table [tool.muranopl]',
    "ignore = [1]": 'each value in "ignore" must be a string, not a whole number',
    "severity-of = { MPL1 = 2 }": 'each value in "severity-of" must be a string, not a whole number',
    'colour = "red"': '1:1: unknown key "colour"; the keys are libraries, core-library,',
    'select = ["MPL1",\n  "MPL999"]': '2:4: "MPL999" is not a code',
    'ignore = ["unknwn-key"]': 'did you mean "unknown-key"?',
    'ignore = "MPL1"': '1:1: "ignore" must be a list of strings, not a string',
    "jobs = 0": '1:1: "jobs" must be a whole number >= 1',
    "jobs = true": '1:1: "jobs" must be a whole number, not true or false',
    'severity = "eror"': '1:13: "eror" is not a severity; did you mean "error"?',
    'severity = "fatal"': "write error, warning or info",
    'severity-of = { MPL1 = "high" }': '1:25: "high" is not a severity',
    '[severity-of]\nMPL1 = "info"\nMPL998 = "info"': '3:1: "MPL998" is not a code',
    "severity-of = 1": '"severity-of" must be a table, not a whole number',
    'quirks = ["int-conversions"]': 'there is no quirk "int-conversions"; did you mean "int-conversion"?',
    'format = "jsn"': '1:11: "jsn" is not a format; did you mean "json"?',
    'libraries = [""]': "an empty string is not a path",
    "per-path = 1": "1:1: this must be an array of tables: [[per-path]]",
    '[[per-path]]\nignore = ["MPL1"]': '1:3: the key "paths" is missing',
    '[[per-path]]\npaths = ["a"]\n[[per-path]]\npaths = []': '4:1: "paths" must be a list of strings',
    '[[per-path]]\npaths = ["a"]\n[[per-path]]\npaths = ["a"]\nselct = []': '5:1: unknown key "selct"',
    "a = [": "1:1: this is not TOML",
    'a = 1\nb = x"': "2:5: this is not TOML",
    "a = " + "[" * 9000: "nested too deeply",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_said_with_its_place(run: Run, text: str) -> None:
    Path("muranopl.toml").write_text(text)
    result = run("check", "apps/broken")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: muranopl.toml:")
    assert MISTAKES[text] in result.stderr


def test_all_mistakes_are_said_in_one_run(run: Run) -> None:
    Path("pyproject.toml").write_text(
        '[project]\nname = "x"\n[tool.muranopl]\njobs = "x"\n\nselekt = []\nignore = ["MPL999"]\n'
    )
    result = run("check", "apps/broken")
    assert [line.split(" ")[-1] for line in result.stderr.splitlines()] == [
        "string",
        '"select"?',
        "all",
    ]
    assert "pyproject.toml:4:1: " in result.stderr
    assert "pyproject.toml:6:1: " in result.stderr
    assert "pyproject.toml:7:12: " in result.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--config", "nowhere"), 'the path "nowhere" does not exist'),
        (("--config", "apps"), 'the path "apps" is a folder'),
        (("--config", "muranopl.toml", "--isolated"), "--isolated and --config cannot be combined"),
        (("--config", "latin.toml"), "latin.toml:2:1: the file is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used(run: Run, words: tuple[str, ...], problem: str) -> None:
    Path("muranopl.toml").write_text(ONLY_301)
    Path("latin.toml").write_bytes(b"a = 1\n# \xe9\n")
    result = run("check", "apps/broken", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in result.stderr


def test_the_library_takes_settings(run: Run) -> None:
    Path("muranopl.toml").write_text(ONLY_301)
    assert muranopl.settings_from("muranopl.toml").select == ("MPL301",)
    settings = muranopl.settings_for("apps/broken")
    report = muranopl.validate("apps/broken", settings=settings)
    assert [item.code for item in report.diagnostics] == ["MPL301"]
    # Nothing is looked for unasked
    assert len(muranopl.validate("apps/broken").diagnostics) > 5

    own = muranopl.Settings(
        select=("MPL30", "MPL1"),
        severity_of={"MPL301": muranopl.Severity.INFO},
        per_path=[muranopl.PathSettings(paths=("**/manifest.yaml",), ignore=("MPL1",))],
        quirks=("engine",),
    )
    report = muranopl.Catalog("apps/broken", settings=own).check()
    assert [item.code for item in report.diagnostics] == ["MPL163", "MPL123", "MPL301"]
    assert report.diagnostics[-1].severity is muranopl.Severity.INFO


@pytest.mark.parametrize(
    "settings",
    [
        {"select": ("MPL999",)},
        {"select": "MPL1"},
        {"severity_of": {"MPL1": "eror"}},
        {"per_path": [{"paths": ()}]},
        {"jobs": 0},
    ],
)
def test_settings_without_a_meaning_are_refused(run: Run, settings: dict[str, Any]) -> None:
    with pytest.raises(muranopl.UsageError):
        muranopl.Catalog("apps/broken", settings=muranopl.Settings(**settings))
    with pytest.raises(muranopl.UsageError):
        muranopl.Catalog("apps/broken", settings=settings)  # type: ignore[arg-type]


def test_the_schema_is_published(run: Run) -> None:
    published = ROOT / "diagnostics" / "configuration" / "settings.schema.json"
    text = runpy.run_path(str(ROOT / "tools" / "settings_schema.py"))["text"]
    assert published.read_text(encoding="utf-8") == text(), "run make generated"
    schema = json.loads(run("config", "schema").stdout)
    assert schema == json.loads(text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate({"libraries": ["a"], "severity-of": {"MPL1": "info"}})
    for wrong in ({"libaries": []}, {"format": "jsn"}, {"per-path": [{}]}):
        assert not validator.is_valid(wrong)


WRONG_VALUES = {
    "a text for a list": ({"ignore": "MPL1"}, "ignore must be a list of strings"),
    "a number in a list": ({"quirks": [1]}, "quirks must be a list of strings"),
    "a severity": ({"severity": "bad"}, 'severity must be one of "error"'),
    "a list for a mapping": ({"severity_of": ["MPL1"]}, "severity_of must be a mapping"),
    "no number": ({"jobs": "two"}, "jobs must be a positive integer"),
    "zero": ({"jobs": 0}, "jobs must be a positive integer"),
    "no implementations": (
        {"form_implementations": 0},
        "form_implementations must be a positive integer",
    ),
    "files": ({"per_path": [{"paths": 1}]}, "per_path must be a list of PathSettings"),
    "a word": ({"suppressions": "no"}, "suppressions must be True or False"),
}


@pytest.mark.parametrize("kind", WRONG_VALUES)
def test_settings_refuse_a_value_of_another_type(kind: str) -> None:
    given, message = WRONG_VALUES[kind]
    with pytest.raises(muranopl.UsageError, match=message):
        muranopl.Settings(**given)


def test_settings_of_files_refuse_a_value_of_another_type() -> None:
    given: dict[str, Any] = {"paths": "a"}
    with pytest.raises(muranopl.UsageError, match="paths must be a list of strings"):
        muranopl.PathSettings(**given)


OF_FILES_ONLY = {"severity_of", "per_path"}
"""The settings that are tables, which no option has."""
OF_REPORTS = {"select", "ignore", "severity", "fail_level", "format", "suppressions", "baseline"}
"""The settings that a catalog takes as `settings` only."""


def test_settings_are_options_of_check_with_their_descriptions() -> None:
    options = {item.name: item for item in command.params if isinstance(item, click.Option)}
    fields = {*Settings.__struct_fields__} - OF_FILES_ONLY - {"form_implementations"}
    assert fields <= {*options}
    helps = {name: options[name].help or "" for name in fields - {"suppressions"}}
    beginnings = {name: descriptions()[name].rstrip(".") for name in helps}
    assert [name for name in helps if not helps[name].startswith(beginnings[name])] == []


def test_settings_are_arguments_of_catalogs_with_their_defaults() -> None:
    fields = {*Settings.__struct_fields__} - OF_FILES_ONLY - OF_REPORTS - {"form_implementations"}
    for function in (muranopl.Catalog, muranopl.validate):
        parameters = inspect.signature(function).parameters
        assert fields <= {*parameters}
        assert {name: parameters[name].default for name in fields} == {
            name: getattr(Settings(), name) for name in fields
        }
