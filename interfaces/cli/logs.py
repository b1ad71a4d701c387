"""Logging of the `muranopl` logger: to a file that several processes may share, and to stderr.

Failing to write the log file does not end the process.
"""

from __future__ import annotations

import contextlib
import logging  # this module is loaded on demand itself
import os
import stat
import sys
from collections.abc import Iterator

from muranopl.diagnostics.bounds import LOG_BACKUPS, LOG_SIZE
from muranopl.diagnostics.visible import masked, visible, visible_lines
from muranopl.interfaces.cli.exits import environment_failures

LOGGER = "muranopl"
_IN_FILE = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
_ON_TERMINAL = "%(levelname)s %(name)s: %(message)s"


class _Visible(logging.Formatter):
    """A formatter that escapes control characters, so that a record stays on one line; without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(masked, visible_lines(super().format(record))))


@contextlib.contextmanager
def logging_to(log_file: str | None, verbosity: int) -> Iterator[None]:
    """Log within the context: everything to the file, and to standard error by `verbosity`.

    Verbosity 1 means messages of level INFO, 2 and above all messages. The file is rotated at
    `LOG_SIZE`, keeping `LOG_BACKUPS` old ones. Raise EnvironmentFailure if it cannot be written.
    """
    handlers: list[logging.Handler] = []
    if verbosity:
        handlers.append(_prepared(logging.StreamHandler(), _ON_TERMINAL, verbosity))
    if log_file:
        handlers.append(_prepared(open_log(log_file), _IN_FILE, 2))
    logger = logging.getLogger(LOGGER)
    level = logger.level
    if handlers:
        logger.setLevel(min(handler.level for handler in handlers))
    for handler in handlers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(level)


def _prepared(handler: logging.Handler, form: str, verbosity: int) -> logging.Handler:
    handler.setFormatter(_Visible(form))
    handler.setLevel(logging.INFO if verbosity == 1 else logging.DEBUG)
    return handler


class _EndsQuietly(logging.FileHandler):
    """A log file that warns once on standard error when it can no longer be written."""

    def handleError(self, record: logging.LogRecord | None) -> None:  # noqa: ARG002, N802 - the name is that of logging
        """Ignore further records."""
        self.setLevel(sys.maxsize)
        error = sys.exception()
        why = error.strerror if isinstance(error, OSError) else error
        line = (
            f'Warning: the log file "{visible(self.baseFilename)}" can no longer be written: {why}'
        )
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
    with environment_failures(f'the log file "{visible(path)}" cannot be written'):
        # The handler itself would fail later, and less clearly
        with open(path, "ab") as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        return _rotating(path) if regular else _EndsQuietly(path, encoding="utf-8")


def _rotating(path: str) -> logging.Handler:
    try:
        from concurrent_log_handler import ConcurrentRotatingFileHandler
    except FileNotFoundError:  # it wants a folder for temporary files, but all disks are full
        return _EndsQuietly(path, encoding="utf-8")

    class Rotating(_EndsQuietly, ConcurrentRotatingFileHandler):
        pass

    return Rotating(path, maxBytes=LOG_SIZE.most, backupCount=LOG_BACKUPS.most, encoding="utf-8")
