"""The groups in which `--help` shows the options that several commands share, and those of `check`.

The options that only one of the other commands has are in no group; they are shown first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

# rich-click lists every option once more in a group of its own title, "Options"
_OWN = "Options of this command"
_SHARED: Mapping[str, Sequence[str]] = {
    "Packages": (
        "--library",
        "--core-library",
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
_OF_COMMANDS: Mapping[str, dict[str, Sequence[str]]] = {
    "check": {
        "What is reported": (
            "--select",
            "--ignore",
            "--severity",
            "--fail-level",
            "--exit-zero",
            "--baseline",
            "--write-baseline",
            "--prune-baseline",
            "--no-suppressions",
            "--add-suppressions",
        ),
        "Fixes": ("--fix", "--unsafe-fixes", "--fix-only", "--diff"),
        "Output": (
            "--format",
            "--output",
            "--all",
            "--quiet",
            "--statistics",
            "--show-files",
            "--watch",
            "--color",
        ),
        "Phases": ("--stop-after", "--dump-phase", "--dump-format", "--class", "--package"),
    }
}


def groups_of(
    command: str | None, parameters: Sequence[click.Parameter]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Return the titles of the groups of a command, with its options in them."""
    groups = _OF_COMMANDS.get(command or "", {}).copy()
    for title, names in _SHARED.items():
        groups.setdefault(title, names)
    grouped = {name for names in groups.values() for name in names}
    options = [item for item in parameters if isinstance(item, click.Option) and not item.hidden]
    ungrouped = [item.opts[-1] for item in options if grouped.isdisjoint(item.opts)]
    has = {name for option in options for name in option.opts}
    for title, names in {_OWN: ungrouped, **groups}.items():
        shown = [name for name in names if name in has]
        if shown:
            yield title, shown
