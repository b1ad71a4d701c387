"""Files that fixes change: the difference, and the writing."""

from __future__ import annotations

import contextlib
import os
import stat

import msgspec

from muranopl.fixing.encoded_text import EncodedText


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
        import tempfile  # few fixes are written

        with open(self.location, "rb") as file:
            if file.read() != self.before:
                raise OSError("it was changed by someone else")
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        folder = os.path.dirname(self.location)
        handle, new = tempfile.mkstemp(prefix=".muranopl-", dir=folder)
        try:
            with open(handle, "wb") as file:
                file.write(self.after)
            os.chmod(new, mode)
            # Never in place: a hard link to the file may be outside of the package
            os.replace(new, self.location)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(new)
            raise


def is_written_through_link(location: str) -> bool:
    """Return whether a path is, or leads through, a symbolic link."""
    return os.path.realpath(location) != location


def _lines(data: bytes) -> list[str]:
    text = EncodedText.of(data)
    # Only line feeds end lines of a difference, so that carriage returns are kept in it
    return [] if text is None else text.text.splitlines(keepends=True)
