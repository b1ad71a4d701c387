"""Finds the places of keys in a TOML file, which `tomllib` does not keep."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muranopl.diagnostics.configuration.mistakes import TomlPlace

Keys = tuple[str | int, ...]
"""The path of a value: keys of tables, and positions in arrays of tables."""

_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEYS})\s*\]")
_PAIR = re.compile(rf"\s*({_KEYS})\s*=")
_ONE_KEY = re.compile(_KEY)


class TomlPlaces:
    """The places of the keys of a TOML text.

    Lines are read one by one: a text over several lines may look like keys, and only those that
    the parsed file has are asked for.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._places: dict[Keys, TomlPlace] = {}
        self._counts: dict[Keys, int] = {}
        table: Keys = ()
        for number, line in enumerate(self._lines, 1):
            header, pair = _HEADER.match(line), _PAIR.match(line)
            if header is not None:
                table = self._table(_split(header[2]), is_array=header[1] == "[[")
                self._add(table, TomlPlace(number, header.start(2) + 1))
            elif pair is not None:
                place = TomlPlace(number, pair.start(1) + 1)
                self._add((*table, *_split(pair[1])), place)

    def place(self, keys: Sequence[str | int], word: str | None = None) -> TomlPlace:
        """Return the place of a value, or of the nearest table around it that has one.

        With `word` it is the place of this word in the value, if it can be seen there.
        """
        path = tuple(keys)
        while path and path not in self._places:
            path = path[:-1]
        place = self._places.get(path, TomlPlace(1, 1))
        return place if word is None else self._word(word, path, place)

    def _word(self, word: str, of: Keys, after: TomlPlace) -> TomlPlace:
        later = [
            place.line
            for keys, place in self._places.items()
            if place.line > after.line and keys[: len(of)] != of
        ]
        end = min(later, default=len(self._lines) + 1)
        column = after.column
        for number in range(after.line, end):
            at = self._lines[number - 1].find(word, column - 1) if word else -1
            if at >= 0:
                return TomlPlace(number, at + 1)
            column = 1
        return after

    def _table(self, keys: Keys, *, is_array: bool) -> Keys:
        """Return the path of a table; one below an array of tables is in its last one."""
        path: Keys = ()
        for position, key in enumerate(keys, 1):
            path = (*path, key)
            if is_array and position == len(keys):
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _add(self, keys: Keys, place: TomlPlace) -> None:
        # Keys with dots name tables as well
        for length in range(1, len(keys) + 1):
            self._places.setdefault(keys[:length], place)


def _split(written: str) -> Keys:
    return tuple(key.strip("\"'") for key in _ONE_KEY.findall(written))
