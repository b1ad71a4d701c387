"""Chooses the functions that fetch an address, and list its packages, by its scheme.

A new kind is a line here. Functions are named by module, and loaded when they are needed: that of repositories
knows versions of packages, which are above this folder.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.http import HttpClient
from muranopl.ard.remote.limits import TimeLimits
from muranopl.ard.remote.store import ContentStore, Note, Stored
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import masked, scheme_of, visible

Fetch = Callable[["FetchContext", str], Stored]
"""Returns the contents of a URL. Raises FetchError."""

Members = Callable[["FetchContext", str], Mapping[str, str] | None]
"""Returns the URLs of the packages at a URL, by name; None if it is not listed.

The name is "" if the URL is the URL of a package. Raises FetchError.
"""

_FUNCTIONS = {
    "http": "muranopl.ard.remote.web:fetch_web",
    "https": "muranopl.ard.remote.web:fetch_web",
    "git+http": "muranopl.ard.remote.git:fetch_git",
    "git+https": "muranopl.ard.remote.git:fetch_git",
    "git+ssh": "muranopl.ard.remote.git:fetch_git",
    "git+file": "muranopl.ard.remote.git:fetch_git",
    "murano+http": "muranopl.namespace.required.repository:fetch_repository",
    "murano+https": "muranopl.namespace.required.repository:fetch_repository",
    "zip": "muranopl.ard.remote.zips:fetch_zipped",
}
_ANY_OTHER = "muranopl.ard.remote.file_systems:fetch_from_file_system"

_MEMBERS = {
    "http": "muranopl.ard.remote.web:web_members",
    "https": "muranopl.ard.remote.web:web_members",
    "murano+http": "muranopl.namespace.required.repository:repository_members",
    "murano+https": "muranopl.namespace.required.repository:repository_members",
}
_HAS_NO_MEMBERS = {"git+http", "git+https", "git+ssh", "git+file", "zip"}
_MEMBERS_OF_ANY_OTHER = "muranopl.ard.remote.file_systems:file_system_members"

_NOT_TAKEN = {
    "file": "pass the path",
    "local": "pass the path",
    "git": "write git+https://",
    "murano": "write murano+https://",
    "ssh": "write git+ssh://",
}
_KEPT = "packages at "
"""The prefix of the names of lists, among the URLs of the store."""


class FetchContext(NamedTuple):
    """The store, the client for the web, and the limits; and how further addresses are fetched.

    `fetch` returns what one more address names, `fetch_all` what many do, concurrently.
    """

    store: ContentStore
    client: HttpClient
    limits: TimeLimits
    fetch: Callable[[str], Stored]
    fetch_all: Callable[[Iterable[str]], Sequence[Stored]]

    def known(self, address: str) -> tuple[Mapping[str, str], Stored | None]:
        """Return what an address was the last time, if the store still has it, with its validators."""
        note = self.store.note(address)
        stored = None if note is None else self.store.find(note.digest)
        return ({} if note is None or stored is None else note.validators), stored

    def keep(
        self, address: str, stored: Stored, validators: dict[str, str] | None = None
    ) -> Stored:
        """Record what an address is now, and return it."""
        self.store.keep_note(address, Note(stored.digest, validators or {}))
        return stored


def function_of(address: str) -> Fetch:
    """Return the function that fetches an address. Raise UsageError if there is none."""
    scheme = scheme_of(address)
    if scheme in _NOT_TAKEN:
        remedy = _NOT_TAKEN[scheme]
        name = visible(masked(address))
        raise UsageError(f'"{name}": packages cannot be fetched from {scheme}:// URLs: {remedy}')
    return cast(Fetch, _loaded(_FUNCTIONS.get(scheme, _ANY_OTHER)))


def members_function(address: str) -> Members | None:
    """Return the function that lists the packages at an address; None if they are one file."""
    scheme = scheme_of(address)
    if scheme in _HAS_NO_MEMBERS:
        return None
    return cast(Members, _loaded(_MEMBERS.get(scheme, _MEMBERS_OF_ANY_OTHER)))


def _loaded(path: str) -> object:
    module, _, name = path.partition(":")
    with needing("remote"):
        loaded = importlib.import_module(module)
    return getattr(loaded, name)


def members_of(context: FetchContext, address: str, *, offline: bool) -> Mapping[str, str] | None:
    """Return the addresses of the packages at an address, by their names below it.

    The name is "" if there is one. Return None if the address has to be fetched to know them, which
    is so for one without packages, too. Raise FetchError, UsageError.
    """
    function = members_function(address)
    if function is None:
        return None
    if offline:
        return _kept(context, address)
    members = function(context, address)
    if members is not None:
        list_file = context.store.add_file([msgspec.json.encode(members)])
        context.keep(_KEPT + address, list_file)
    return members or None


def _kept(context: FetchContext, address: str) -> Mapping[str, str] | None:
    """Return the list of the last time; None without one."""
    _, stored = context.known(_KEPT + address)
    if stored is None:
        return None
    try:
        with open(stored.path, "rb") as file:
            return msgspec.json.decode(file.read(), type=dict[str, str]) or None
    except (OSError, msgspec.DecodeError):
        raise FetchError("offline", "the list of its packages is no longer in the cache") from None
