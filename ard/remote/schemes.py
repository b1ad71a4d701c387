"""The kinds of addresses, by their schemes. A new kind is a line here.

Functions are named by module, and loaded when they are needed: that of repositories knows versions of packages, which
are above this folder.
"""

from __future__ import annotations

import importlib
from typing import cast

from muranopl.ard.remote.context import Fetch, Members
from muranopl.diagnostics.addresses import masked, scheme_of
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

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
    "file": "give the path",
    "local": "give the path",
    "git": "write git+https://",
    "murano": "write murano+https://",
    "ssh": "write git+ssh://",
}


def function_of(address: str) -> Fetch:
    """Return the function that fetches an address. Raise UsageError if there is none."""
    scheme = scheme_of(address)
    if scheme in _NOT_TAKEN:
        remedy = _NOT_TAKEN[scheme]
        name = visible(masked(address))
        raise UsageError(f'"{name}": {scheme}:// is not an address of packages: {remedy}')
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
