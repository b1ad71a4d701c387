"""Starts a program on untrusted data (`git`) within bounds, and ends it when this process ends.

The child process runs `guard_program`, which starts the program itself.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from muranopl.ard.remote.temporary import before_removal, top_of
from muranopl.diagnostics.bounds import GIT_MEMORY, REMOTE_SIZE

_GUARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guard_program.py")
_RUNNING: set[GuardedProcess] = set()


class GuardedProcess:
    """A program in a folder, run by a process that ends it when this one ends; see `guard_program`.

    The folder is removed then: the one for temporary files of this process, if it is in that one.
    Raise OSError if it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        output: BinaryIO,
        errors: BinaryIO,
    ) -> None:
        bounds = (str(GIT_MEMORY.most), str(REMOTE_SIZE.most))
        self._process = subprocess.Popen(  # noqa: S603 - this Python, and no text of a shell
            [sys.executable, "-I", "-S", _GUARD, *bounds, top_of(folder), *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        _RUNNING.add(self)

    def wait(self, seconds: float) -> int:
        """Return the status, 128 + the number of a signal. Raise subprocess.TimeoutExpired."""
        return self._process.wait(seconds)

    def end(self) -> None:
        """End the program and those that it runs, if it has not ended."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        with contextlib.suppress(OSError):
            self._process.stdin.write(b".")
            self._process.stdin.flush()
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait()
        _RUNNING.discard(self)


def _end_all() -> None:
    for process in list(_RUNNING):
        process.end()


before_removal.append(_end_all)
