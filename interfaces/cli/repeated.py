"""Checks that were done before: what they wrote is known, and is written again while nothing has changed.

What a check writes follows from its words, the current folder, the program, colours and width of
the output, and the files below the paths that it was given. The cache keeps it under all but the
last; of the files it has the signature. So whoever asks again needs no phase, no package, and not
even the command line parsed. At worst a check is done again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.incremental.database import DatabaseStore
from muranopl.incremental.default_folder import default_folder
from muranopl.incremental.hashing import hashed
from muranopl.incremental.program import program_key
from muranopl.incremental.signature import signature
from muranopl.interfaces.cli.terminal import text_width, wants_color

CACHE_DIR = "--cache-dir"


class KnownAnswer(NamedTuple):
    """What a check writes to standard output, and its exit status."""

    status: int
    text: str


def answer_of(words: Sequence[str]) -> KnownAnswer | None:
    """Return the answer to the words of a command line, if it is known and holds."""
    key = _key(words)
    if key is None:
        return None
    store = DatabaseStore(_folder(words))
    record = store.get(key)
    store.close()
    try:
        status, count, more = (
            "" if record is None else record.decode("utf-8", "surrogatepass")
        ).split("\0", 2)
        *paths, digest, text = more.split("\0", int(count) + 1)
        return KnownAnswer(int(status), text) if signature(paths).digest == digest else None
    except ValueError:  # there is none
        return None


class Question:
    """A check that may be asked again: the words of its command line, and the paths that it looks at and below.

    It is made before the check reads anything, so that files which change in the meantime are found
    to have changed.
    """

    def __init__(self, words: Sequence[str], paths: Sequence[str]) -> None:
        self._key, self._paths = _key(words), paths
        self._watch = LimitWatch()
        files = signature(paths)
        self._digest = None if files.unsettled else files.digest

    def keep(self, status: int, text: str, folder: str | None) -> None:
        """Have the cache in a folder, the user's for None, keep the answer, unless a limit of the machine was met."""
        if self._key is None or self._digest is None or self._watch.met:
            return
        parts = (str(int(status)), str(len(self._paths)), *self._paths, self._digest, text)
        store = DatabaseStore(default_folder() if folder is None else folder)
        store.put(self._key, "\0".join(parts).encode("utf-8", "surrogatepass"))
        store.close()


def _key(words: Sequence[str]) -> bytes | None:
    """Return the hash of all that an answer follows from but files; None where the current folder is gone."""
    try:
        place = os.getcwd()
    except OSError:
        return None
    user = os.geteuid() if hasattr(os, "geteuid") else 0  # who may read what
    output = wants_color("auto", sys.stdout), text_width(sys.stdout)
    parts = (place, str(user), *map(str, output), *words)
    return hashed(
        b"answer", program_key(), *(part.encode("utf-8", "surrogatepass") for part in parts)
    )


def _folder(words: Sequence[str]) -> str:
    """Return the folder of the cache, unless the option on it is written in a way that nobody writes it in."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, equals, value = word.partition("=")
        if option == CACHE_DIR:
            return value if equals else following
    return default_folder()
