"""The paths and streams a command reads, looked at before any work begins."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from muranopl.cli.exits import EnvironmentFailure
from muranopl.diagnostics.formats.visible import visible

STDIN = "-"
MAX_STDIN = 512 * 2**20
"""Most bytes taken from standard input; no package is as large."""


def require_readable(paths: Iterable[str]) -> None:
    """Raise EnvironmentFailure, naming each path, where one does not exist or cannot be read."""
    problems = [problem for path in paths if path != STDIN and (problem := _problem(path))]
    if problems:
        raise EnvironmentFailure("\n".join(problems))


def _problem(path: str) -> str | None:
    name = f'"{visible(path)}"'
    try:
        os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            return f"the path {name} is a link to something that does not exist"
        return f"the path {name} does not exist"
    except (OSError, ValueError) as error:
        return f"the path {name} cannot be read: {getattr(error, 'strerror', None) or error}"
    wanted = os.R_OK | os.X_OK if os.path.isdir(path) else os.R_OK
    return None if os.access(path, wanted) else f"the path {name} cannot be read: Permission denied"


def read_streams(paths: Iterable[str]) -> dict[str, bytes]:
    """Return the bytes of standard input if `-` is among the paths; raises click.UsageError on a terminal."""
    if STDIN not in paths:
        return {}
    if sys.stdin.isatty():
        raise click.UsageError("- reads a zip from standard input, which is a terminal: pipe a package into it.")
    data = sys.stdin.buffer.read(MAX_STDIN + 1)
    if len(data) > MAX_STDIN:
        raise EnvironmentFailure(f"standard input has more than {MAX_STDIN // 2**20} MiB, which no package has")
    return {STDIN: data}
