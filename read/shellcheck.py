"""Runs the program shellcheck on scripts, in an empty folder; its findings become diagnostics.

Scripts are never run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

from muranopl.diagnostics.bounds import SCRIPT_SECONDS
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, Severity
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.shellcheck_codes import PREFIX, name_of

# A script with such a finding may well do what it should
_SEVERITIES = {"error": Severity.WARNING, "warning": Severity.INFO}
_NOT_FOLLOWED = frozenset({1090, 1091})
"""Codes that say that another script is read in, which was not looked at."""
_NOT_ASSIGNED = 2154


class Comment(msgspec.Struct, rename="camel"):
    """A finding, as the program writes it and the cache keeps it."""

    line: int
    column: int
    end_line: int
    end_column: int
    level: str
    code: int
    message: str
    file: str = ""


class ShellcheckFailedError(Exception):
    """The program said nothing that can be read; the message says why."""


class _Output(msgspec.Struct):
    comments: list[Comment]


def comments_about(program: str, scripts: Sequence[bytes], shell: str) -> list[list[Comment]]:
    """Return what the program certainly finds in each of some scripts.

    `shell` is that of all scripts; '' if they name one. Raise ShellcheckFailedError.
    """
    # Few packages have scripts about which nothing is known
    from subprocess import SubprocessError, TimeoutExpired

    try:
        comments = _output(program, scripts, shell).comments
    except TimeoutExpired as error:
        message = f"shellcheck took more than {SCRIPT_SECONDS.most} seconds"
        raise ShellcheckFailedError(message) from error
    except (OSError, SubprocessError, msgspec.DecodeError) as error:
        raise ShellcheckFailedError("shellcheck failed") from error
    by_script = (
        [item for item in comments if item.file == name] for name in _file_names(len(scripts))
    )
    return list(map(_certain, by_script))


def _output(program: str, scripts: Sequence[bytes], shell: str) -> _Output:
    """Return the output of the program.

    Scripts are copied to an empty folder: a script cannot name others of the machine to be read, and
    no configuration is found.
    """
    import subprocess
    import tempfile

    options = ["--norc", "--format=json1", "--severity=info"]
    if shell:
        options.append(f"--shell={shell}")
    names = _file_names(len(scripts))
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


def _file_names(number: int) -> list[str]:
    """Return the names of the files of scripts, which are numbered."""
    return [str(position) for position in range(number)]


def _certain(comments: Sequence[Comment]) -> list[Comment]:
    """Return the findings that other scripts, which this one reads in, cannot make untrue."""
    reads_others = any(item.code in _NOT_FOLLOWED for item in comments)
    return [
        item
        for item in comments
        if item.level in _SEVERITIES
        and item.code not in _NOT_FOLLOWED
        and not (reads_others and item.code == _NOT_ASSIGNED)
    ]


def diagnostic_of(comment: Comment, file: File, package: str) -> Diagnostic:
    """Return the diagnostic about a finding in a file of a package."""
    code = f"{PREFIX}{comment.code:04}"
    return Diagnostic(
        code=code,
        name=name_of(code),
        severity=_SEVERITIES[comment.level],
        phase=Phase.READ,
        message=comment.message,
        place=Place(file, comment.line, comment.column, comment.end_line, comment.end_column),
        package=package,
    )
