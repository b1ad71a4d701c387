"""Run `muranopl check` and print what it costs, in counts that are the same on every machine.

    python -P tests/counting.py PATH

They are `modules`, the length of sys.modules afterwards, and `calls`, the number of calls of Python functions. Nothing
is cached; what the import system calls is not counted, as it depends on whether there is bytecode.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from types import FrameType


class Ended(BaseException):
    """Raised in place of leaving the process."""


def _leave(_status: int) -> None:
    raise Ended


def main(path: str) -> None:
    """Print the counts as JSON."""
    calls = 0

    def called(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event == "call" and not frame.f_code.co_filename.startswith("<frozen importlib"):
            calls += 1

    os._exit = _leave  # type: ignore[assignment]
    sys.argv = ["muranopl", "check", "--no-cache", "-j", "1", path]
    sys.setprofile(called)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Ended):
        from muranopl.interfaces.cli.start import main  # the imports count

        main()
    sys.setprofile(None)
    sys.stdout.write(json.dumps({"modules": len(sys.modules), "calls": calls}))


if __name__ == "__main__":
    main(sys.argv[1])
