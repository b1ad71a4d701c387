"""Script that runs a command within bounds, and ends it when the process that started it ends.

`guarded_process` starts it: MEMORY FILE_SIZE FOLDER COMMAND... Standard input is a pipe of the parent. Its end,
which comes whatever ends the parent, ends the command and the programs that it runs, and removes the folder.
A byte from it ends them without that.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading


def _limit(memory: int, file_size: int) -> None:
    """Bound what the command may use, as far as this system can."""
    try:
        import resource  # not everywhere
    except ImportError:  # Windows
        return
    kinds = (("RLIMIT_AS", memory), ("RLIMIT_FSIZE", file_size), ("RLIMIT_CORE", 0))
    for name, most in kinds:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (most, most))


def main() -> None:
    """Run the command of the command line; exit with its status, 128 + the number of a signal."""
    memory, file_size, folder, *command = sys.argv[1:]
    _limit(int(memory), int(file_size))
    process = subprocess.Popen(  # noqa: S603 - the words of the parent
        command, stdin=subprocess.DEVNULL, start_new_session=True
    )
    is_alone = threading.Event()

    def watch() -> None:
        if not os.read(0, 1):
            is_alone.set()
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()

    threading.Thread(target=watch, daemon=True).start()
    status = process.wait()
    if is_alone.is_set():
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
