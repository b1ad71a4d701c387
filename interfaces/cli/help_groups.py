"""The groups in which `--help` shows the options that several commands share, and those of `check`.

`check` shows the options first that most people need. The options that only one of the other commands has are in no
group; they are shown first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import click

# rich-click lists every option once more in a group of its own title, "Options"
_OWN = "Options of this command"
_SHARED: Mapping[str, Sequence[str]] = {
    "Packages": (
        "--library",
        "--core-library",
        "--extensions",
        "--quirk",
        "--class-configs",
        "--cloud",
        "--schedule",
        "--stdin-filename",
        "--locked",
    ),
    "Settings": ("--config", "--isolated", "--rules"),
    "Output": ("--format", "--output", "--diagnostics", "--all", "--color"),
    "Processes and cache": (
        "--jobs",
        "--executor",
        "--no-cache",
        "--cache-dir",
        "--offline",
        "--log-file",
        "--verbose",
        "--profile",
        "--timeout",
    ),
}
_OF_COMMANDS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "check": {
        "Most used options": (
            "--library",
            "--select",
            "--ignore",
            "--fail-level",
            "--fix",
            "--diff",
            "--format",
            "--output",
            "--watch",
            "--config",
            "--help",
        ),
        "Reported diagnostics": (
            "--severity",
            "--exit-zero",
            "--baseline",
            "--write-baseline",
            "--prune-baseline",
            "--no-suppressions",
            "--add-suppressions",
            "--against",
            "--all",
            "--quiet",
            "--statistics",
        ),
        "Fixes": ("--unsafe-fixes", "--fix-only"),
        "Phases": ("--stop-after", "--dump-phase", "--dump-format", "--class", "--package"),
        "Input": ("--stdin-filename", "--of-files", "--show-files", "--model", "--class-configs"),
    }
}


def groups_of(
    command: str | None, parameters: Sequence[click.Parameter]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Return the titles of the groups of a command, with its options in them."""
    own = _OF_COMMANDS.get(command or "", {})
    options = [item for item in parameters if isinstance(item, click.Option) and not item.hidden]
    left = {name for option in options for name in option.opts}
    grouped = {*itertools.chain(*own.values(), *_SHARED.values())}
    ungrouped = [item.opts[-1] for item in options if grouped.isdisjoint(item.opts)]
    for title, names in (*own.items(), (_OWN, ungrouped), *_SHARED.items()):
        # The first group that names an option has it
        shown = [name for name in names if name in left]
        left.difference_update(shown)
        if shown:
            yield title, shown
