"""The texts of `--help`: options in groups, within 80 columns, and no choice broken."""

from __future__ import annotations

import functools
import re

import click
import pytest
from click.testing import CliRunner

from muranopl.interfaces.cli.main import COMMANDS, TASKS, cli

_TITLE = re.compile(r"^╭─ (.+?) ─+╮$")
_OPTION = re.compile(r"^│ (?:-\w +(?=--))? {0,5}(--[a-z-]+|-\w)")


@functools.cache
def help_of(command: str) -> str:
    result = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(cli, [command, "--help"])
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_terminal(command: str) -> None:
    lines = [line.rstrip() for line in help_of(command).splitlines()]
    assert [line for line in lines if len(line) > 80] == []
    # A choice that is broken ends a line within brackets
    assert [line for line in lines if re.search(r"\[[^\]\s]*\|[^\]]*$", line)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_every_option_once(command: str) -> None:
    shown = [match[1] for match in map(_OPTION.match, help_of(command).splitlines()) if match]
    loaded = cli.get_command(click.Context(cli), command)
    assert loaded is not None
    context = click.Context(loaded, help_option_names=["--help"])
    if not isinstance(loaded, click.Group):
        options = [
            next((name for name in item.opts if name.startswith("--")), item.opts[0])
            for item in loaded.get_params(context)
            if isinstance(item, click.Option) and not item.hidden
        ]
        assert sorted(shown) == sorted(options)


def test_options_are_in_groups() -> None:
    groups: dict[str, list[str]] = {}
    for line in help_of("check").splitlines():
        if title := _TITLE.match(line):
            current = groups.setdefault(title[1], [])
        elif option := _OPTION.match(line):
            current.append(option[1])
    first = next(iter(groups))
    assert (first, len(groups[first])) == ("Most used options", 11)  # with --help
    assert {"--select", "--ignore", "--fail-level", "--format", "--output"} <= set(groups[first])
    assert {"--severity", "--baseline"} <= set(groups["Reported diagnostics"])
    assert {"--core-library", "--quirk"} <= set(groups["Packages"])
    assert {"--stdin-filename", "--model"} <= set(groups["Input"])
    assert {"--jobs", "--no-cache"} <= set(groups["Processes and cache"])
    assert {"--stop-after", "--dump-phase", "--class"} <= set(groups["Phases"])


def test_commands_are_in_groups() -> None:
    shown = [name for names in TASKS.values() for name in names]
    assert shown == [*COMMANDS] == [*dict.fromkeys(COMMANDS)]
    text = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(cli, ["--help"]).stdout
    assert [title for title in map(_TITLE.match, text.splitlines()) if title and title[1] in TASKS]
    assert "─ Commands ─" not in text
