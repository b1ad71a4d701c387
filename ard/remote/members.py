"""The packages at an address, as far as these are known without fetching them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.ard.remote.context import FetchContext
from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.schemes import members_function

_KEPT = "packages at "
"""What the name of a list begins with, among the addresses of the store."""


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
        raise FetchError("offline", "the list of its packages is gone") from None
