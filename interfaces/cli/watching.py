"""`--watch` of checks and tests: they run again whenever a file of the packages changes."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.visible import is_address
from muranopl.interfaces.cli.exit_status import Stopped, end_never
from muranopl.interfaces.cli.exits import EnvironmentFailure
from muranopl.interfaces.cli.inputs import STDIN

if TYPE_CHECKING:
    from watchfiles.main import FileChange

    from muranopl.workspace.check_session import CheckSession

OPTION = "--watch"
_WATCHING = "Watching for changes; press Ctrl-C to stop."
_BETWEEN_LOOKS = 200
"""Milliseconds between looks for paths that another file has."""
_CLEAR = "\x1b[2J\x1b[H"


class Watch:
    """The files that a command reads, and their changes.

    Raise UsageError if the extra is not installed.
    """

    checks: CheckSession | None = None
    """What checks know of the packages, None for other commands."""

    def __init__(self) -> None:
        with needing("watch"):
            import watchfiles  # an extra of few
        import logging

        # It says there that it was interrupted
        logging.getLogger("watchfiles").setLevel(logging.CRITICAL)
        self._watch = watchfiles.watch
        self._paths: tuple[str, ...] = ()
        self._stamps: dict[str, _Stamp | None] = {}
        self._changes: Iterator[set[FileChange]] = iter(())
        self._early: set[str] = set()
        """Changes during a start of the watching."""

    def cover(self, paths: Iterable[str | None]) -> None:
        """Watch files, and all that is below folders, from now on; some may not exist.

        Addresses are left out, and so is None.

        Raise EnvironmentFailure if the system cannot watch this number of files.
        """
        present = (path for path in paths if path is not None and not is_address(path))
        covered = tuple(dict.fromkeys(present))
        if covered != self._paths:
            self._paths = covered
            self._stamps = {path: _stamp(path) for path in covered}
            self._begin()

    def wait(self) -> set[str]:
        """Wait for changes and return their paths; none if the program is to end."""
        # A signal that arrives here ends the command with the status of its last run
        with contextlib.suppress(Stopped):
            for changes in self._changes:
                self._restore()
                result = {path for _, path in changes} | self._early
                if result:
                    self._early = set()
                    return result
        return set()

    def _restore(self) -> None:
        """Add covered paths that have changed otherwise, and watch those that another file has."""
        before = self._stamps
        self._stamps = {path: _stamp(path) for path in self._paths}
        changed = {path for path in before if before[path] != self._stamps[path]}
        if not changed:
            return
        self._early |= changed
        if all(_is_same(before[path], self._stamps[path]) for path in changed):
            # The change may be on its way as well
            self._early |= _next_paths(self._changes)
        else:
            self._begin()

    def _begin(self) -> None:
        before, present = self._changes, filter(os.path.exists, self._paths)
        self._changes = self._watch(
            *present, raise_interrupt=False, yield_on_timeout=True, rust_timeout=_BETWEEN_LOOKS
        )
        try:
            # Nothing is watched before the first of these
            self._early |= _next_paths(self._changes)
        except OSError as error:
            problem = f"{OPTION}: not all files can be watched: {error}"
            raise EnvironmentFailure(problem) from None
        self._early |= _next_paths(before)


def _next_paths(changes: Iterator[set[FileChange]]) -> set[str]:
    return {path for _, path in next(changes, set())}


class _Stamp(NamedTuple):
    """What shows that a path has another file; of a folder that is not its content."""

    device: int
    inode: int
    size: int
    changed: int


def _is_same(before: _Stamp | None, now: _Stamp | None) -> bool:
    """Return whether stamps are those of one file, which may have changed."""
    return (
        before is not None
        and now is not None
        and (before.device, before.inode) == (now.device, now.inode)
    )


def _stamp(path: str) -> _Stamp | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    size, changed = status.st_size, status.st_ctime_ns
    if stat.S_ISDIR(status.st_mode):
        size = changed = 0
    return _Stamp(status.st_dev, status.st_ino, size, changed)


def repeat(watch: Watch, run: Callable[[set[str]], int]) -> NoReturn:
    """Call a function now and after each change, with the paths that have changed, until Ctrl-C.

    Exit with the status that it returned last.
    """
    status = run(set())
    while True:
        end_never()
        sys.stdout.flush()
        print(_WATCHING, file=sys.stderr)  # noqa: T201 - not a part of the report
        changed = watch.wait()
        if not changed:
            click.get_current_context().exit(status)
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()
        status = run(changed)


def require_watchable(
    paths: Sequence[str], inputs: Iterable[str | None], *, writes: object
) -> None:
    """Raise click.UsageError for a command that cannot be repeated.

    Those are the ones that write what they would watch, that read standard input, which may be
    among the packages of `paths` and other `inputs`, and that watch nothing.
    """
    if writes or STDIN in {*paths, *inputs}:
        raise click.UsageError(f"{OPTION} needs folders or zips, and no options that write files.")
    if all(map(is_address, paths)):
        raise click.UsageError(f"{OPTION} needs a path on this machine, not only URLs.")
