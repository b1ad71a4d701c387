"""The log file, shared by several processes; failing to write it does not end the process."""

from __future__ import annotations

import logging  # this module is loaded on demand itself
import os
import stat
import sys

from muranopl.diagnostics.bounds import LOG_BACKUPS, LOG_SIZE
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure


class _EndsQuietly(logging.FileHandler):
    """A log file that warns once on standard error when it can no longer be written."""

    def handleError(self, record: logging.LogRecord | None) -> None:  # noqa: ARG002, N802 - the name is that of logging
        """Ignore further records."""
        self.setLevel(sys.maxsize)
        error = sys.exception()
        why = error.strerror if isinstance(error, OSError) else error
        line = f'Warning: the log file "{visible(self.baseFilename)}" cannot be written any more: {why}'
        print(line, file=sys.stderr)  # noqa: T201 - a warning of its own, not a part of what was asked for

    def close(self) -> None:
        """Flush and close the file."""
        try:
            super().close()
        except OSError:
            if self.level < sys.maxsize:
                self.handleError(None)


def open_log(path: str) -> logging.Handler:
    """Open a log file; regular files are rotated.

    Raise EnvironmentFailure if it cannot be written.
    """
    try:
        # The handler itself would fail later, and less clearly
        with open(path, "ab") as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        if regular:
            return _rotating(path)
        return _EndsQuietly(path, encoding="utf-8")
    except OSError as error:
        raise EnvironmentFailure(
            f'the log file "{visible(path)}" cannot be written: {error.strerror}'
        ) from None


def _rotating(path: str) -> logging.Handler:
    try:
        from concurrent_log_handler import ConcurrentRotatingFileHandler
    except FileNotFoundError:  # it wants a folder for temporary files, but all disks are full
        return _EndsQuietly(path, encoding="utf-8")

    class Rotating(_EndsQuietly, ConcurrentRotatingFileHandler):
        pass

    return Rotating(path, maxBytes=LOG_SIZE.most, backupCount=LOG_BACKUPS.most, encoding="utf-8")
