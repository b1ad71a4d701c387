"""Searches known names for one similar to a misspelt one, with a bound for the whole package.

It uses `diagnostics.nearest`, which has no bound on the number of searches.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable

import msgspec

from muranopl.diagnostics.bounds import PACKAGE_NAMES, SUGGESTIONS
from muranopl.diagnostics.nearest import Vocabulary, did_you_mean, nearest


class SimilarNames(msgspec.Struct):
    """Finds similar names; `searches` and `names` are how many searches and names are left.

    `known` has the known names by their key, None if they are too many.
    """

    searches: int = SUGGESTIONS.most
    names: int = PACKAGE_NAMES.most
    known: dict[Hashable, Vocabulary | None] = msgspec.field(default_factory=dict)

    @property
    def left(self) -> tuple[int, int]:
        """The searches and the names that are left."""
        return self.searches, self.names

    def nearest(self, name: str, names: Iterable[str], key: Hashable) -> str | None:
        """Return the name most similar to `name`; `key` identifies `names`, which never change."""
        if not self.searches:
            return None
        self.searches -= 1
        if key not in self.known:
            gathered = list(names)
            # Bounds the memory and time of all searches together.
            self.names -= len(gathered)
            self.known[key] = Vocabulary(gathered) if self.names >= 0 else None
        candidates = self.known[key]
        return None if candidates is None else nearest(name, candidates)

    def suggestion(
        self,
        name: str,
        names: Iterable[str],
        key: Hashable,
        otherwise: str | None = None,
        given: Container[object] = (),
    ) -> Callable[[], str | None]:
        """Return a function that makes a suggestion: reports that are left out need none.

        A name that is `given` beside the unknown one is not suggested.
        """

        def make() -> str | None:
            near = self.nearest(name, names, key)
            return did_you_mean(None if near in given else near, otherwise)

        return make
