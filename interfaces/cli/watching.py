"""`--watch` of checks and tests: they run again whenever a file of the packages changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import NoReturn

import click

from muranopl.diagnostics.addresses import is_address

OPTION = "--watch"
_CHECK = "from muranopl.interfaces.cli.start import main; main()"
_SECOND = 1_000
_CLEAR = "\x1b[2J\x1b[H"


def watch(words: Sequence[str], paths: Iterable[str]) -> NoReturn:
    """Run a command line without `--watch` now and after each change below some paths, until Ctrl-C.

    Exit with the status of the last check. Raise click.UsageError if the extra is not installed.
    """
    try:
        import watchfiles  # an extra of few
    except ImportError:
        raise click.UsageError(
            f"{OPTION} needs an extra: pip install '.[watch]' in the checkout of muranopl."
        ) from None
    import logging

    # It says there that it was interrupted
    logging.getLogger("watchfiles").setLevel(logging.CRITICAL)
    local = [path for path in paths if not is_address(path)]
    if not local:
        raise click.UsageError(
            f"{OPTION} watches files: give a path, not only addresses."
        )
    command = [word for word in words if word != OPTION]
    changes = watchfiles.watch(
        *local, raise_interrupt=False, yield_on_timeout=True, rust_timeout=_SECOND
    )
    # Before the first check, so that a change during a check is seen
    next(changes)
    status = _run(command)
    for changed in changes:
        if not changed:
            continue
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()
        status = _run(command)
    click.get_current_context().exit(status)


def _run(words: Sequence[str]) -> int:
    import subprocess  # slow to import, which each check would

    # A process of its own: what a check imports and keeps in memory is gone after it
    result = subprocess.run(  # noqa: S603 - this program
        [sys.executable, "-c", _CHECK, *words], env=os.environ, check=False
    )
    print("Watching for changes; Ctrl-C ends it.", file=sys.stderr)  # noqa: T201
    return result.returncode
