"""Writes, finds and reads the file `muranopl.lock`; `locking` compares packages with it."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muranopl.ard.sources.regular_files import read_whole
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, visible

LOCK = "muranopl.lock"
_FORMAT = 1
_HEAD = """\
# The packages that requirements resolve to. Written by `muranopl lock`: commit this file, do not edit it.
"""


class LockedPackage(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A package: its name, its version, the hash of its files, and where it comes from.

    `source` is an address, or a path relative to the folder of the file. `required_by` are the
    packages that require it, each with the specification of the version.
    """

    name: str
    version: str
    sha256: str
    source: str
    required_by: tuple[str, ...] = ()


class Lock(msgspec.Struct, frozen=True, kw_only=True):
    """The packages of a lock file, sorted by name and version."""

    version: int = _FORMAT
    package: Sequence[LockedPackage] = ()

    def text(self) -> str:
        """Return the file: a line for each fact, so that a diff shows what changed."""
        lines = [_HEAD, f"version = {self.version}\n"]
        for item in self.package:
            lines += ["\n[[package]]\n", *_lines(item)]
        return "".join(lines)

    def of(self, name: str) -> list[LockedPackage]:
        """Return the packages of a name."""
        return [item for item in self.package if item.name == name]


def _lines(item: LockedPackage) -> Iterator[str]:
    for key in ("name", "version", "sha256", "source"):
        yield f"{key} = {_quoted(getattr(item, key))}\n"
    if item.required_by:
        inner = "".join(f"  {_quoted(text)},\n" for text in item.required_by)
        yield f"required-by = [\n{inner}]\n"


def _quoted(text: str) -> str:
    """Return a text as TOML has it; escapes of JSON are escapes of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_lock(path: str) -> Lock:
    """Return the lock in a file. Raise UsageError if there is none, or it cannot be read."""
    shown = visible(path)
    try:
        text = read_whole(path, FILE_SIZE.most).decode()
        lock = msgspec.convert(tomllib.loads(text), Lock)
    except SourceError as error:
        if error.kind == "missing":
            raise UsageError(f'"{shown}" does not exist: write it with `muranopl lock`') from None
        raise UsageError(f'"{shown}" cannot be read: {error.message}') from None
    # Integers of too many digits are a ValueError, as the errors of decoders are
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        problem = f'"{shown}" is not a lock file: {visible(str(reason))}'
        raise UsageError(f"{problem}; write it again with `muranopl lock`") from None
    if lock.version != _FORMAT:
        problem = f'"{shown}" was written by a later version of muranopl'
        raise UsageError(f"{problem}: this one reads version {_FORMAT} of lock files")
    return lock


def required_lock(paths: Iterable[str]) -> str:
    """Return the nearest lock file of some packages. Raise UsageError if there is none."""
    nearest = nearest_lock(paths)
    if nearest is None:
        raise UsageError(
            f"{LOCK} not found in the folder of the packages or above: write it with `muranopl lock`",
            "locked",
        )
    return nearest


def nearest_lock(paths: Iterable[str]) -> str | None:
    """Return the nearest lock file of some packages: in the folder of the first path, or above it."""
    folder = os.path.abspath(lock_folder(paths))
    while True:
        path = os.path.join(folder, LOCK)
        if os.path.lexists(path):
            return shortest(path)
        if folder == os.path.dirname(folder):
            return None
        folder = os.path.dirname(folder)


def lock_folder(paths: Iterable[str]) -> str:
    """Return the folder of the first of some paths, which is that folder or a file in it.

    Of addresses alone, it is the current folder.
    """
    first = next((path for path in paths if not is_address(path)), os.curdir)
    return first if os.path.isdir(first) else os.path.dirname(first) or os.curdir


def shortest(path: str) -> str:
    """Return a path as users write it: relative below the current folder."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative
