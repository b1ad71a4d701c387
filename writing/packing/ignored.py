"""The files of a package's folder that `.muranoignore` leaves out of its zip."""

from __future__ import annotations

from collections.abc import Iterable

from pathspec import GitIgnoreSpec

IGNORE_FILE = ".muranoignore"
"""A file of patterns at the top of a package, in the syntax of `.gitignore`."""

_LITTER = (
    IGNORE_FILE,
    # Configuration of muranopl and of version control
    "/muranopl.toml",
    "/muranopl.lock",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".gitkeep",
    ".hg",
    ".hgignore",
    ".svn",
    # Editors and desktops
    "*~",
    ".#*",
    r"\#*#",
    "*.swp",
    "*.swo",
    "*.bak",
    ".idea",
    ".vscode",
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
    "__MACOSX",
    # Left by merges and by Python
    "*.orig",
    "*.rej",
    "__pycache__",
    "*.pyc",
)
"""Patterns that apply to every package; those of its own file come later, so `!` takes one back."""


def ignored(paths: Iterable[str], patterns: str) -> frozenset[str]:
    """Return the paths that are left out, with the patterns of a `.muranoignore`.

    Raise ValueError for a pattern that cannot be read.
    """
    spec = GitIgnoreSpec.from_lines([*_LITTER, *patterns.splitlines()])
    return frozenset(spec.match_files(paths))
