"""Reading of standard input by commands."""

from __future__ import annotations

import sys
from collections.abc import Collection

import click

from muranopl.diagnostics.bounds import STANDARD_INPUT
from muranopl.interfaces.cli.exits import EnvironmentFailure

STDIN = "-"


def read_streams(packages: Collection[str | None], models: Collection[str]) -> dict[str, bytes]:
    """Return the bytes of standard input by name if `-` is among the paths, else an empty mapping.

    Raise click.UsageError if it is a terminal.
    """
    if STDIN not in {*packages, *models}:
        return {}
    if sys.stdin.isatty():
        kind = "an object model" if STDIN in models else "a zip"
        raise click.UsageError(
            f"- reads {kind} from standard input, which is a terminal: pipe one into it."
        )
    # One byte more than allowed shows that the rest is too much
    data = sys.stdin.buffer.read(STANDARD_INPUT.most + 1)
    if len(data) > STANDARD_INPUT.most:
        raise EnvironmentFailure(
            f"standard input has more than {STANDARD_INPUT.most // 2**20} MiB, which is too much"
        )
    return {STDIN: data}
