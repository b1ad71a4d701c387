"""Cached output of checks: an unchanged check writes the same text again.

The output of a check depends on the command line, the current folder, the program, colours and
width of the output, and the files below the given paths. The cache key is the hash of all but the
files; the entry has their signature. A hit needs neither phases nor packages nor the parsing of the
command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.interfaces.cli.terminal import text_width, wants_color
from muranopl.phases.reuse.database import DatabaseStore
from muranopl.phases.reuse.folder import default_folder
from muranopl.phases.reuse.hashing import hashed, program_key
from muranopl.phases.reuse.signature import signature
from muranopl.read.shellcheck_program import shellcheck_stamp

CACHE_DIR = "--cache-dir"


class CommandOutput(NamedTuple):
    """The exit status of a check and its text on standard output."""

    status: int
    text: str


def answer_of(words: Sequence[str]) -> CommandOutput | None:
    """Return the cached output for a command line, or None if absent or outdated."""
    key = _key(words)
    if key is None:
        return None
    store = DatabaseStore(_folder(words))
    record = store.get(key)
    store.close()
    if record is None:
        return None
    try:
        status, count, rest = record.decode("utf-8", "surrogatepass").split("\0", 2)
        *paths, digest, text = rest.split("\0", int(count) + 1)
        answer = CommandOutput(int(status), text)
    except ValueError:  # a malformed one
        return None
    return answer if signature(paths).digest == digest else None


class Question:
    """A check whose output may be cached: its command line and the paths that it reads.

    Create it before the check reads a file, so that files changed during the check are detected.
    """

    def __init__(self, words: Sequence[str], paths: Sequence[str]) -> None:
        self._key, self._paths = _key(words), paths
        self._watch = LimitWatch()
        files = signature(paths)
        # Files that changed a moment ago may change again without a different time
        self._digest = None if files.unsettled else files.digest

    def keep(self, status: int, text: str, folder: str | None) -> None:
        """Store the output in the cache, unless a limit of the machine was reached.

        `folder` is the folder of the cache, None for the user's.
        """
        if self._key is None or self._digest is None or self._watch.met:
            return
        # No path has a null character; the text, which may have some, comes last
        parts = (str(int(status)), str(len(self._paths)), *self._paths, self._digest, text)
        store = DatabaseStore(default_folder() if folder is None else folder)
        store.put(self._key, "\0".join(parts).encode("utf-8", "surrogatepass"))
        store.close()


def _key(words: Sequence[str]) -> bytes | None:
    """Return the cache key of a command line, or None if the current folder was deleted."""
    try:
        place = os.getcwd()
    except OSError:
        return None
    # File permissions depend on the user
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    # The option --color is one of the words already
    output = wants_color("auto", sys.stdout), text_width(sys.stdout)
    parts = (place, str(user), *map(str, output), *words)
    return hashed(
        b"answer",
        program_key(),
        shellcheck_stamp().encode("utf-8", "surrogateescape"),
        *(part.encode("utf-8", "surrogatepass") for part in parts),
    )


def _folder(words: Sequence[str]) -> str:
    """Return the folder of the cache: the value of `--cache-dir` in full, or the default."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, equals, value = word.partition("=")
        if option == CACHE_DIR:
            return value if equals else following
    return default_folder()
