"""Packages in commits of git: `REF:PATH`, a folder in a commit."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator, Sequence

from muranopl.diagnostics.addresses import is_address
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible


def is_committed(path: str) -> bool:
    """Return whether a path is meant as `REF:PATH`: it has a colon, and no file has its name."""
    return ":" in path and not is_address(path) and not os.path.exists(path)


def committed_zip(path: str) -> bytes:
    """Return a zip of `REF:PATH` in the git repository of the current folder. Raise UsageError."""
    reference, _, folder = path.partition(":")
    # Of a folder's name, so that a reference that begins with a dash is not an option
    named = f"{reference}:./{folder}"
    verify = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", named]
    tree = _git(verify, path).decode().strip()
    return _git(["git", "archive", "--format=zip", tree], path)


@contextlib.contextmanager
def committed_folder(path: str) -> Iterator[str]:
    """Write the files of `REF:PATH` into a folder that exists within the context. Raise UsageError."""
    # Few commands have such a path
    import tempfile
    from zipfile import ZipFile

    with tempfile.TemporaryDirectory(prefix="muranopl-") as folder:
        with ZipFile(io.BytesIO(committed_zip(path))) as archive:
            archive.extractall(folder)
        yield folder


def _git(command: Sequence[str], path: str) -> bytes:
    import subprocess  # few comparisons need git

    try:
        # The words are not text of a shell, and no options
        result = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        raise UsageError(f"git cannot be run: {error.strerror}") from None
    if result.returncode:
        raise UsageError(
            f'"{visible(path)}" is not a path, and no folder in a commit of a git repository here'
        )
    return result.stdout
