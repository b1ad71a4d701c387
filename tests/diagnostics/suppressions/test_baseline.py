"""Baselines: what they leave out, what is said of them, and files that are none."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import muranopl
from muranopl.interfaces.cli.main import cli
from tests import command_line
from tests.project import EXAMPLES

MANIFEST = Path("apps/broken/manifest.yaml")
ACCOUNT = Path("apps/broken/Classes/Account.yaml")
BASELINE = ("--baseline", "known.json")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with two packages in `apps`."""
    for name in ("broken", "second"):
        shutil.copytree(EXAMPLES / "broken", tmp_path / "apps" / name)
    manifest = tmp_path / "apps" / "second" / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace("example.broken", "example.second"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))


def check(*words: str, path: str = "apps/broken") -> Result:
    result = command_line.run("check", path, *BASELINE, *words)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def codes(result: Result) -> list[str]:
    return re.findall(r"(?:error|warning|info) (MPL\d+)", result.stdout)


def known() -> dict[str, dict[str, int]]:
    files: dict[str, dict[str, int]] = json.loads(Path("known.json").read_text())["files"]
    return files


def test_what_is_known_is_left_out() -> None:
    written = check("--write-baseline")
    assert (written.exit_code, written.stderr) == (0, "")
    assert re.fullmatch(r"known.json has \d+ diagnostics in 4 files.\n", written.stdout)
    assert known()["apps/broken/Classes/Chicken.yaml"] == {"MPL301": 1}

    clean = check("--fail-level", "warning")
    assert clean.exit_code == 0
    number = sum(sum(codes.values()) for codes in known().values())
    assert clean.stdout == f"All checks passed: 1 package; the baseline has {number} more.\n"
    assert json.loads(check("--format", "json").stdout)["diagnostics"] == []
    assert check("--format", "concise").stdout == ""


def test_lines_do_not_count_and_more_of_a_code_are_all_reported() -> None:
    check("--write-baseline")
    ACCOUNT.write_text("# moved\n\n" + ACCOUNT.read_text())
    assert codes(check("--format", "concise")) == []
    with ACCOUNT.open("a") as file:
        file.write("Color: 1\n")
    new = check("--format", "concise", "--fail-level", "warning")
    assert (new.exit_code, codes(new)) == (1, ["MPL120"])
    text = ACCOUNT.read_text()
    ACCOUNT.write_text(text.replace("  owner:", "  buyer:\n    Usage: Inn\n  owner:"))
    assert codes(check("--format", "concise")).count("MPL123") == 2


def test_what_is_gone_is_said_and_removed() -> None:
    check("--write-baseline", path="apps")
    before = known()
    ACCOUNT.write_text(ACCOUNT.read_text().replace("Usage: Inn", "Usage: In"))
    Path("apps/second/Classes/Chicken.yaml").unlink()
    result = check(path="apps/broken")
    assert result.exit_code == 0
    assert result.stderr == (
        "In the baseline, but no longer reported: 1 diagnostic (remove with --prune-baseline)\n"
        "  apps/broken/Classes/Account.yaml: 1 MPL123\n"
    )
    # Said again, also where the answer could be kept
    assert check(path="apps/broken").stderr == result.stderr
    assert check("--quiet").stderr == ""
    # Not for other files than the one that an editor shows
    apart = command_line.run(
        "check",
        "-",
        *BASELINE,
        "--stdin-filename",
        "apps/broken/manifest.yaml",
        input=MANIFEST.read_text(),
    )
    assert (apart.exit_code, apart.stderr) == (0, "")
    # Neither for what is not selected, nor for phases that did not run
    assert check("--ignore", "MPL12").stderr == ""
    assert check("--stop-after", "read").stderr == ""

    pruned = check("--prune-baseline")
    assert (pruned.exit_code, pruned.stdout) == (0, "Removed 1 diagnostic from known.json.\n")
    del before["apps/broken/Classes/Account.yaml"]["MPL123"]
    assert known() == before
    assert check().stderr == ""
    assert "second/Classes/Chicken.yaml: 1 MPL301" in check(path="apps").stderr


def test_pruning_adds_nothing() -> None:
    check("--write-baseline")
    before = known()
    with ACCOUNT.open("a") as file:
        file.write("Color: 1\n")
    pruned = check("--prune-baseline", "--fail-level", "warning")
    assert (pruned.exit_code, known()) == (1, before)


def test_writing_again_keeps_what_was_not_checked() -> None:
    check("--write-baseline", path="apps/second")
    second = known()
    check("--write-baseline", "--select", "MPL301")
    assert known() == {**second, "apps/broken/Classes/Chicken.yaml": {"MPL301": 1}}
    text = Path("known.json").read_text()
    check("--write-baseline", "--select", "MPL301")
    assert Path("known.json").read_text() == text


def test_files_are_relative_to_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("muranopl.toml").write_text('baseline = "known/known.json"\n')
    Path("known").mkdir()
    run = CliRunner().invoke
    assert run(cli, ["check", "apps", "--write-baseline"]).exit_code == 0
    names = json.loads(Path("known/known.json").read_text())["files"]
    assert "../apps/second/manifest.yaml" in names
    assert run(cli, ["check", "apps"]).exit_code == 0
    monkeypatch.chdir("apps/broken")
    assert run(cli, ["check", "."]).exit_code == 0
    assert run(cli, ["check", ".", "--isolated"]).exit_code == 1
    report = muranopl.validate(".", settings=muranopl.settings_for("."))
    assert (report.diagnostics, report.known > 5, report.gone) == ((), True, ())
    Path("manifest.yaml").write_text(
        Path("manifest.yaml").read_text().replace("Discription", "Description")
    )
    report = muranopl.validate(".", settings=muranopl.settings_for("."))
    (gone,) = report.gone
    assert (gone.file, gone.code, gone.number) == ("../apps/broken/manifest.yaml", "MPL120", 1)


def test_one_that_stands_for_others_counts_for_all() -> None:
    with ACCOUNT.open("a") as file:
        file.writelines(f"Key{number}: 1\n" for number in range(150))
    check("--write-baseline")
    assert known()["apps/broken/Classes/Account.yaml"]["MPL120"] == 150
    assert codes(check("--format", "concise", "--all")) == []
    with ACCOUNT.open("a") as file:
        file.write("Last: 1\n")
    assert codes(check("--format", "concise")).count("MPL120") > 100


BAD = {
    "": "is not a baseline",
    "[]": "Expected `object`, got `array`",
    "{": "is not a baseline",
    "\xff": "is not a baseline",
    '{"version": 2, "files": {}}': "Invalid enum value 2 - at `$.version`",
    '{"version": 1}': "missing required field `files`",
    '{"version": 1, "files": {"a": {"MPL1": 0}}}': "Expected `int` >= 1",
    '{"version": 1, "files": {"a": 1}}': "at `$.files[...]`",
    '{"version": 1, "files": {}, "x": 1}': "unknown field `x`",
    "[" * 100_000: "is not a baseline",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("words", [(), ("--write-baseline",), ("--prune-baseline",)])
def test_a_bad_file_is_an_error(text: str, words: tuple[str, ...]) -> None:
    Path("known.json").write_bytes(text.encode("latin-1"))
    result = check(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert BAD[text] in result.stderr
    assert '"known.json"' in result.stderr
    assert Path("known.json").read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (BASELINE, "create it with --write-baseline"),
        ((*BASELINE, "--prune-baseline"), "create it with --write-baseline"),
        (("--baseline", "apps"), "cannot be read: Is a directory"),
        (
            ("--baseline", "nowhere/known.json", "--write-baseline"),
            'the folder "nowhere" does not exist',
        ),
        (("--write-baseline",), "The baseline file is missing: add --baseline FILE"),
        ((*BASELINE, "--write-baseline", "--prune-baseline"), "cannot be combined"),
        ((*BASELINE, "--write-baseline", "--stop-after", "read"), "--stop-after"),
        ((*BASELINE, "--write-baseline", "-o", "json:report.json"), "-o"),
        ((*BASELINE, "--prune-baseline", "--dump-phase", "read"), "--dump-phase"),
        (("--add-suppressions", "--fix"), "fixes"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], problem: str) -> None:
    result = command_line.run("check", "apps/broken", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in result.stderr


def test_a_missing_file_is_reported_where_the_configuration_names_it() -> None:
    Path("muranopl.toml").write_text('# ours\nbaseline = "nowhere.json"\n')
    result = command_line.run("check", "apps/broken")
    assert (result.exit_code, result.stdout, result.stderr) == (
        2,
        "",
        'Error: muranopl.toml:2:1: baseline names "nowhere.json", which does not exist: '
        "write it with --write-baseline\n",
    )
    assert command_line.run("config", "show", "apps/broken").exit_code == 0
    assert check("--write-baseline").exit_code == 0
    written = command_line.run("check", "apps/broken", "--write-baseline")
    assert "nowhere.json has" in written.stdout
