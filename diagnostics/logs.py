"""Writes to `logging`, for applications that set it up.

It has no effect unless `logging` is loaded, because importing it takes long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable


def log_info(logger: str, message: str, *values: object) -> None:
    """Log a message about the progress of a run, if `logging` is loaded."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(logger).info(message, *values)


def log_details(logger: str, details: Callable[[], Iterable[str]]) -> None:
    """Log the details that a function returns, if `logging` is loaded and set up for them."""
    logging = sys.modules.get("logging")
    if logging is not None and logging.getLogger(logger).isEnabledFor(logging.DEBUG):
        for detail in details():
            logging.getLogger(logger).debug("%s", detail)
