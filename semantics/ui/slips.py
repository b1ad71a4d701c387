"""Suggestions for misspelt names, within a bound."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable

from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.nearest import KnownNames, did_you_mean, nearest


class Slips:
    """Makes suggestions for one UI definition, or answers to it; known names are cached."""

    def __init__(self) -> None:
        self._left = SUGGESTIONS.most
        self._known: dict[Hashable, KnownNames] = {}

    def suggestion(
        self,
        name: str,
        among: Hashable,
        names: Callable[[], Iterable[str]],
        otherwise: str | None = None,
    ) -> Callable[[], str | None]:
        """Return a function that makes the suggestion on demand; `among` identifies `names`."""
        return functools.partial(self._suggestion, name, among, names, otherwise)

    def _suggestion(
        self,
        name: str,
        among: Hashable,
        names: Callable[[], Iterable[str]],
        otherwise: str | None,
    ) -> str | None:
        return did_you_mean(self.nearest(name, among, names), otherwise)

    def nearest(
        self, name: str, among: Hashable, names: Callable[[], Iterable[str]]
    ) -> str | None:
        """Return the name most similar to `name`; `among` identifies `names`."""
        if not self._left:
            return None
        self._left -= 1
        if among not in self._known:
            self._known[among] = KnownNames(names())
        return nearest(name, self._known[among])
