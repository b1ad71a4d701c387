"""Logging of the `muranopl` logger: to a file that several processes may share, and to stderr."""

from __future__ import annotations

import contextlib
import logging  # this module is loaded on demand itself
from collections.abc import Iterator

from muranopl.diagnostics.addresses import masked
from muranopl.diagnostics.visible import visible_lines

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
        from muranopl.interfaces.cli.log_file import open_log  # few runs have one

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
