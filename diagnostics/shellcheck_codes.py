"""Recognises codes of shellcheck, the checker of shell scripts: `SC2164`. Its wiki explains them."""

from __future__ import annotations

from muranopl.diagnostics.patterns import lazy_pattern

PREFIX = "SC"
WIKI = "https://www.shellcheck.net/wiki/"
_CODE = lazy_pattern(rf"{PREFIX}\d{{4}}")
_BEGINNING = lazy_pattern(rf"{PREFIX}\d{{0,4}}")


def is_code(word: str) -> bool:
    """Return whether a word is a code of shellcheck."""
    return _CODE.fullmatch(word) is not None


def is_beginning(word: str) -> bool:
    """Return whether a word is a code of shellcheck, or the beginning of one."""
    return _BEGINNING.fullmatch(word) is not None


def name_of(code: str) -> str:
    """Return the name of the diagnostics of a code."""
    return f"shellcheck-{code.removeprefix(PREFIX)}"
