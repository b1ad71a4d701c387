"""`check --watch`: a check after each change, until the command is interrupted."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
import watchfiles
from click.testing import CliRunner

from muranopl.interfaces.cli import watching
from muranopl.interfaces.cli.main import cli

MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses: {}\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "manifest.yaml").write_text(MANIFEST)
    return tmp_path


def test_a_check_follows_each_change(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []

    def run(words: list[str]) -> int:
        ran.append(words)
        return len(ran) - 1

    watched: list[str] = []

    def watch(*paths: str, **_options: object) -> object:
        watched.extend(paths)
        return iter([set(), {("modified", "a")}, set(), {("modified", "b")}])

    monkeypatch.setattr(watching, "_run", run)
    monkeypatch.setattr(watchfiles, "watch", watch)
    words = ["check", str(package), "--watch", "--isolated"]
    monkeypatch.setattr("sys.argv", ["muranopl", *words])
    result = CliRunner().invoke(cli, words)
    assert ran == [["check", str(package), "--isolated"]] * 3
    assert (result.exit_code, watched) == (2, [str(package)])
    assert not logging.getLogger("watchfiles.main").isEnabledFor(logging.WARNING)


@pytest.mark.parametrize("options", [["--fix"], ["-o", "json:report.json"]])
def test_a_check_that_writes_is_not_repeated(package: Path, options: list[str]) -> None:
    result = CliRunner().invoke(cli, ["check", str(package), "--watch", *options])
    assert (result.exit_code, "write no files" in result.output) == (2, True)
