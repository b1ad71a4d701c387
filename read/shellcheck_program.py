"""Finds the program shellcheck, if the extra `muranopl[shellcheck]` is installed."""

from __future__ import annotations

import os
import sys

_NAME = "shellcheck.exe" if os.name == "nt" else "shellcheck"


def shellcheck_program() -> str | None:
    """Return the path of the program beside the interpreter, None if it is not installed.

    Others of the system are not used, so that a report does not depend on them.
    """
    path = os.path.join(os.path.dirname(sys.executable), _NAME)
    return path if os.access(path, os.X_OK) else None


def shellcheck_stamp() -> str:
    """Return a text that is another one for another installed version, '' for none."""
    path = shellcheck_program()
    if path is None:
        return ""
    status = os.stat(path)
    return f"{path} {status.st_size} {status.st_mtime_ns}"
