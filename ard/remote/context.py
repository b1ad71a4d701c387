"""The argument of the functions that fetch the addresses of a scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from muranopl.ard.remote.limits import TimeLimits
from muranopl.ard.remote.store import ContentStore, Note, Stored

if TYPE_CHECKING:
    from muranopl.ard.remote.http import HttpClient

Fetch = Callable[["FetchContext", str], Stored]
"""Returns what is at an address. Raises FetchError."""

Members = Callable[["FetchContext", str], Mapping[str, str] | None]
"""Returns the addresses of the packages at an address, by name; None for one that is not listed.

The name is "" if the address is that of a package. Raises FetchError.
"""


class FetchContext(NamedTuple):
    """The store, the client for the web, and the limits; and how further addresses are fetched.

    `fetch` returns what one more address names, `fetch_all` what many do, concurrently.
    """

    store: ContentStore
    client: HttpClient
    limits: TimeLimits
    fetch: Callable[[str], Stored]
    fetch_all: Callable[[Iterable[str]], Sequence[Stored]]

    def known(self, address: str) -> tuple[Note | None, Stored | None]:
        """Return what an address was the last time, if the store still has it."""
        note = self.store.note(address)
        stored = None if note is None else self.store.find(note.digest)
        return (None, None) if stored is None else (note, stored)

    def keep(
        self, address: str, stored: Stored, validators: dict[str, str] | None = None
    ) -> Stored:
        """Record what an address is now, and return it."""
        self.store.keep_note(address, Note(stored.digest, validators or {}))
        return stored
