"""`--watch`: a check, or a run of tests, after each change, until the command is interrupted."""

from __future__ import annotations

import logging
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import watchfiles
from click.testing import Result

from muranopl.interfaces.cli import check as check_command
from muranopl.interfaces.cli import test as test_command
from muranopl.interfaces.cli.exit_status import ExitStatus
from muranopl.workspace.check_session import CheckSession
from tests.command_line import run
from tests.phases.reuse.edits import EDITS, chosen_packages, name_of
from tests.project import EXAMPLES
from tests.workspace.oracle import contents, found

MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses: {a.App: App.yaml}\n"
CLASS = "Namespaces: {=: a}\nName: App\n"
MISTAKE = "Extends: Missing\n"

Edit = Callable[[], object]
SEEDS = range(8)
NOTHING: list[set[tuple[str, str]]] = [set(), set(), set()]
"""What is noticed while watching begins, or begins again."""
SETTINGS = [
    'ignore = ["MPL6"]\n',
    'severity = "error"\nformat = "json"\n',
    'select = ["MPL1", "MPL2"]\n[[per-path]]\npaths = ["*/UI"]\nignore = ["MPL7"]\n',
    'ignor = ["MPL6"]\n',
    'quirks = ["engine"]\n',
    'libraries = ["missing"]\n',
]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    write(folder, "manifest.yaml", MANIFEST)
    write(folder, "Classes/App.yaml", CLASS)
    return folder


def write(folder: Path, path: str, text: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text)


def watched(
    monkeypatch: pytest.MonkeyPatch, folder: Path, words: list[object], edits: list[Edit]
) -> tuple[Result, list[Result]]:
    """Return the result of a command with `--watch` during edits, and those of commands without it."""
    fresh: list[Result] = []
    remaining = iter(edits)

    def watch(*_paths: str, **_options: object) -> Iterator[set[tuple[str, str]]]:
        yield from NOTHING
        if not fresh:
            fresh.append(run(*words))
        for edit in remaining:
            before = contents(folder)
            edit()
            changed = {path for path, _ in before ^ contents(folder)}
            fresh.append(run(*words))
            yield {("modified", path) for path in changed or {str(folder)}}
            yield from NOTHING

    monkeypatch.setattr(watchfiles, "watch", watch)
    return run(*words, "--watch"), fresh


def require_same(result: Result, fresh: list[Result]) -> None:
    assert result.stdout == "".join(item.stdout for item in fresh)
    status = "Watching for changes; press Ctrl-C to stop.\n"
    assert result.stderr == "".join(f"{item.stderr}{status}" for item in fresh)
    assert result.exit_code == fresh[-1].exit_code


def test_each_change_is_checked(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = package / "muranopl.toml"
    edits: list[Edit] = [
        lambda: write(package, "Classes/App.yaml", CLASS + MISTAKE),
        lambda: write(package, "Classes/App.yaml", "Name: [\n"),
        lambda: settings.write_text('ignore = ["MPL111"]\n'),
        lambda: settings.write_text("ignor = []\n"),
        settings.unlink,
        lambda: shutil.rmtree(package / "Classes"),
        lambda: write(package, "Classes/App.yaml", CLASS),
        lambda: shutil.rmtree(package),
        lambda: write(package, "manifest.yaml", MANIFEST),
    ]
    words: list[object] = ["check", package, "--no-cache"]
    result, fresh = watched(monkeypatch, package.parent, words, edits)
    require_same(result, fresh)
    assert [item.exit_code for item in fresh] == [0, 1, 1, 0, 2, 1, 1, 0, 2, 1]
    assert not logging.getLogger("watchfiles.main").isEnabledFor(logging.WARNING)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_printed_is_what_new_checks_print(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    catalog = tmp_path / "catalog"
    sources = list(found([EXAMPLES]))
    for number, source in enumerate(chosen_packages(sources, chance)):
        shutil.copytree(source, catalog / f"{number}.{name_of(source)}")

    def edit() -> None:
        if chance.random() < 0.3:
            name = chance.choice(["muranopl.toml", "pyproject.toml"])
            text = chance.choice(SETTINGS)
            head = "" if name == "muranopl.toml" else "[tool.muranopl]\n"
            write(catalog, name, f"{head}{text}")
        elif chance.random() < 0.2:
            (catalog / "muranopl.toml").unlink(missing_ok=True)
        for change in chance.choices(EDITS, k=chance.choice([1, 1, 2])):
            change(chance, catalog)

    options = chance.choice(
        [
            ["--no-cache"],
            ["--cache-dir", tmp_path / "cache", "--format", "json"],
            ["--no-cache", "--format", "sarif", "--all"],
            ["--no-cache", "--stop-after", "inherit", "--dump-phase", "inherit"],
            ["--no-cache", "--against", EXAMPLES, "--statistics"],
        ]
    )
    words = ["check", catalog, *options]
    require_same(*watched(monkeypatch, catalog, words, [edit] * 5))


def test_a_crash_ends_one_check_only(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check, count = CheckSession.check, 0

    def failing(*arguments: object, **named: object) -> object:
        nonlocal count
        count += 1
        if count == 2:
            raise ZeroDivisionError
        return check(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(CheckSession, "check", failing)
    # Which would start a process
    monkeypatch.setattr("platform.platform", lambda: "here")
    mistake = CLASS + MISTAKE
    edits: list[Edit] = [
        lambda: write(package, "Classes/App.yaml", mistake + "\n"),
        lambda: write(package, "Classes/App.yaml", mistake),
    ]
    words: list[object] = ["check", package, "--no-cache", "--isolated"]
    result, fresh = watched(monkeypatch, package, words, edits)
    assert "bug in muranopl: ZeroDivisionError" in result.stderr
    assert result.stdout == fresh[0].stdout + fresh[2].stdout
    assert (count, result.exit_code) == (3, ExitStatus.ERRORS)


def test_tests_run_in_processes(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run_process(words: list[str]) -> int:
        ran.append(words)
        return len(ran)

    monkeypatch.setattr(test_command, "_run_process", run_process)
    monkeypatch.setattr(watchfiles, "watch", lambda *_, **__: iter([set(), {("modified", "a")}]))
    result = run("test", package, "--watch", "-x")
    assert ran == [["test", str(package), "-x"]] * 2
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "options", [["--fix"], ["-o", "json:report.json"], ["--add-suppressions"], ["--model", "-"]]
)
def test_a_check_that_writes_is_not_repeated(package: Path, options: list[str]) -> None:
    result = run("check", package, "--watch", *options)
    assert (result.exit_code, "no options that write files" in result.output) == (2, True)


def test_other_checks_know_nothing_of_it() -> None:
    assert not hasattr(check_command, "CheckSession")
