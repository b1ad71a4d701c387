"""Logging for applications that set up `logging`.

It has no effect unless `logging` is loaded, because importing it takes long.
"""

from __future__ import annotations

import sys


def log_info(logger: str, message: str, *values: object) -> None:
    """Log a message about the progress of a run, if `logging` is loaded."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(logger).info(message, *values)
