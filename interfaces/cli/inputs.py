"""The paths and streams a command reads, looked at before any work begins."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable

import click

from muranopl.diagnostics.bounds import STANDARD_INPUT
from muranopl.diagnostics.formats.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure

STDIN = "-"


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


def require_kinds(models: Iterable[str], configs: str | None) -> None:
    """Raise EnvironmentFailure where an object model is a folder, or the folder of class configs a file; both exist."""
    for model in models:
        if model != STDIN and os.path.isdir(model):
            raise EnvironmentFailure(f'the object model "{visible(model)}" is a folder: give a file, or - for stdin')
    if configs is not None and not os.path.isdir(configs):
        raise EnvironmentFailure(f'the class configs "{visible(configs)}" are no folder')


def read_streams(packages: Collection[str], models: Collection[str]) -> dict[str, bytes]:
    """Return the bytes of standard input if `-` is among the paths.

    Raises click.UsageError if it is a terminal, or is to be a package and a model at once.
    """
    if STDIN not in {*packages, *models}:
        return {}
    if STDIN in packages and STDIN in models:
        raise click.UsageError("- is given for a package and for an object model; standard input can be only one.")
    if sys.stdin.isatty():
        what, wanted = ("an object model", "a model") if STDIN in models else ("a zip", "a package")
        raise click.UsageError(f"- reads {what} from standard input, which is a terminal: pipe {wanted} into it.")
    data = sys.stdin.buffer.read(STANDARD_INPUT.most + 1)
    if len(data) > STANDARD_INPUT.most:
        raise EnvironmentFailure(f"standard input has more than {STANDARD_INPUT.most // 2**20} MiB, which is too much")
    return {STDIN: data}
