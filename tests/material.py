"""Examples on disk, and what the checker says about them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import Entry, Kind

ZIP = "package.zip"


def write(files: Mapping[str, Entry], folder: Path) -> Path:
    """Write the files of an example into `folder`; return what to check: its only `package.zip`, or the folder."""
    for path, entry in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if entry.kind is Kind.FILE:
            target.write_bytes(entry.content)
        elif entry.kind is Kind.FIFO:
            os.mkfifo(target)
        elif entry.kind is Kind.LINK:
            target.symlink_to(entry.target)
        else:
            target.mkdir(exist_ok=True)
    return folder / ZIP if list(files) == [ZIP] else folder


def check(
    files: Mapping[str, Entry], options: Mapping[str, Sequence[str]], folder: Path
) -> Sequence[muranopl.Diagnostic]:
    """Write an example into `folder` and check it from there, so that messages name the same paths everywhere."""
    whole = os.path.relpath(write(files, folder), folder)
    with contextlib.chdir(folder):
        catalog = muranopl.Catalog(
            options.get("check", [whole]),
            libraries=options.get("libraries", []),
            quirks=options.get("quirks", []),
        )
        return catalog.check().diagnostics
