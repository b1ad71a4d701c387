"""Runs of the program shellcheck, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence

import msgspec

from muranopl.diagnostics.bounds import SCRIPT_SECONDS
from muranopl.read.shellcheck_comment import Comment


class ShellcheckFailedError(Exception):
    """The program said nothing that can be read; the message says why."""


class _Output(msgspec.Struct):
    comments: list[Comment]


def run(program: str, scripts: Sequence[bytes], shell: str) -> list[Comment]:
    """Return what the program writes about scripts; their files are numbered.

    `shell` is that of all scripts; '' if they name one. Raise ShellcheckFailedError.
    """
    try:
        return _output(program, scripts, shell).comments
    except subprocess.TimeoutExpired as error:
        message = f"shellcheck took more than {SCRIPT_SECONDS.most} seconds"
        raise ShellcheckFailedError(message) from error
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as error:
        raise ShellcheckFailedError("shellcheck failed") from error


def _output(program: str, scripts: Sequence[bytes], shell: str) -> _Output:
    """Return the output of the program.

    Scripts are copied to an empty folder: a script cannot name others of the machine to be read, and
    no configuration is found.
    """
    options = ["--norc", "--format=json1", "--severity=info"]
    if shell:
        options.append(f"--shell={shell}")
    names = [str(position) for position in range(len(scripts))]
    with tempfile.TemporaryDirectory(prefix="muranopl-") as folder:
        for name, script in zip(names, scripts, strict=True):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(script)
        result = subprocess.run(  # noqa: S603 - the program of the extra, on files of numbers
            [program, *options, *names],
            cwd=folder,
            env={"LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SCRIPT_SECONDS.most,
            check=False,
        )
    return msgspec.json.decode(result.stdout, type=_Output)
