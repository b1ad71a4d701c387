"""Logging for applications that set up `logging`.

Where that is not loaded, which takes long, it has no effect.
"""

from __future__ import annotations

import sys


def log_info(logger: str, message: str, *values: object) -> None:
    """Log a message about the progress of a run, if `logging` is loaded."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(logger).info(message, *values)
