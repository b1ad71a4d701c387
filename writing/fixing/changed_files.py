"""Files that fixes change: the difference, and the writing."""

from __future__ import annotations

import errno
import os
import re

import msgspec

from muranopl.writing.fixing.encoded_text import EncodedText


class ChangedFile(msgspec.Struct, frozen=True):
    """A file before and after fixes; `path` is the one of diagnostics, `location` is absolute."""

    path: str
    location: str
    before: bytes
    after: bytes

    @property
    def diff(self) -> str:
        """The difference of the texts, in the unified format."""
        import difflib  # only to show it

        before, after = _lines(self.before), _lines(self.after)
        lines = difflib.unified_diff(before, after, self.path, self.path)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )

    def write(self) -> None:
        """Replace the file atomically. Raise OSError, also if it changed meanwhile."""
        from muranopl.writing.fixing.replacing import (
            replacement,  # few fixes are written
        )

        self._require_same()
        # The system lets a file be replaced that it does not let be written
        if not os.access(self.location, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only", self.location)
        with replacement(self.location, self.after) as new:
            # Somebody may have saved it while the new one was written
            self._require_same()
            # Never in place: a hard link to the file may be outside of the package
            os.replace(new, self.location)

    def _require_same(self) -> None:
        """Raise OSError if the file is not what it was when it was read."""
        with open(self.location, "rb") as file:
            if file.read() != self.before:
                raise OSError("it was changed by someone else")


def is_written_through_link(location: str) -> bool:
    """Return whether a path is, or leads through, a symbolic link."""
    return os.path.realpath(location) != location


def _lines(data: bytes) -> list[str]:
    """Return the lines of a file as programs that apply a difference see them.

    Only line feeds end them: a carriage return, or another sign that Python takes for the end of a
    line, is a part of its line, and a byte order mark is one of the first.
    """
    text = EncodedText.of(data)
    if text is None:
        return []
    content = text.mark.decode(text.encoding) + text.text
    return re.findall(r"[^\n]*\n|[^\n]+\Z", content)
