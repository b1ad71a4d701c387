"""What is logged of a run, for who set up `logging`: where it is not even loaded, which takes long, nobody did."""

from __future__ import annotations

import sys


def log_info(logger: str, message: str, *values: object) -> None:
    """Log how a run goes."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(logger).info(message, *values)
