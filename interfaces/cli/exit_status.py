"""Exit statuses of the command line."""

from __future__ import annotations

import enum


class ExitStatus(enum.IntEnum):
    """Exit status of the process."""

    OK = 0
    """No diagnostic of severity error."""
    ERRORS = 1
    """At least one diagnostic of severity error."""
    USAGE = 2
    """Wrong usage, or a path that cannot be read or written."""
    BUG = 3
    """A bug in muranopl."""
    INTERRUPTED = 130
    """Stopped by the user (128 + SIGINT)."""
