"""The process in which plugins are imported: without network, with little memory and time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

SECONDS = 30
"""The time that the modules of one distribution may take."""

_MOST = 8 * 2**20
_CHILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "child.py")


class Isolation(NamedTuple):
    """How the process is kept from the network: words before its command; none where nothing can."""

    words: Sequence[str]
    name: str


class SandboxError(Exception):
    """Raised if the process gives no answer; the message is the reason."""


def isolation() -> Isolation | None:
    """Return the best isolation that works here, None if there is none."""
    candidates = (
        Isolation(
            [
                *("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
                *(
                    "--unshare-all",
                    "--die-with-parent",
                    "--new-session",
                    "--chdir",
                    "/",
                ),
            ],
            "bubblewrap",
        ),
        Isolation(
            ["unshare", "--user", "--map-current-user", "--net", "--"], "unshare"
        ),
    )
    return next((item for item in candidates if _works(item)), None)


def _works(item: Isolation) -> bool:
    program = shutil.which(item.words[0])
    if program is None:
        return False
    command = [program, *item.words[1:], sys.executable, "-I", "-S", "-c", ""]
    try:
        ended = subprocess.run(  # noqa: S603 - the program of `isolation`
            command, capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return ended.returncode == 0


def ask(
    folders: Sequence[str],
    classes: Mapping[str, tuple[str, str]],
    isolated: Isolation | None,
) -> dict[str, Any]:
    """Return what classes have, by name; `classes` has their modules and attributes.

    Raise SandboxError.
    """
    question = json.dumps({"folders": list(folders), "classes": dict(classes)})
    command = [*(isolated.words if isolated else ()), sys.executable, "-I", "-S", "-B"]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
    try:
        process = subprocess.Popen(  # noqa: S603 - the words of `isolation`, and this Python
            [*command, _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(error.strerror or str(error)) from None
    try:
        result = json.loads(_answer(process, question.encode()))
    except ValueError:
        raise SandboxError(
            f"the process that imports it ended, or took more than {SECONDS} s"
        ) from None
    if not isinstance(result, dict):
        raise SandboxError("its answer is not an interface")
    return result


def _answer(process: subprocess.Popen[bytes], question: bytes) -> bytes:
    """Return what a process writes until its time is over, at most `_MOST` bytes; then end it."""
    output: list[bytes] = []

    def exchange() -> None:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - they are pipes
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(question)
            process.stdin.close()
            output.append(process.stdout.read(_MOST))

    # What a plugin starts may keep the pipe open, so that reading has no end
    thread = threading.Thread(target=exchange, daemon=True)
    thread.start()
    thread.join(SECONDS)
    process.kill()
    process.wait()
    return b"".join(output)
