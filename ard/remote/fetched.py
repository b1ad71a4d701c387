"""What fetching an address results in."""

from __future__ import annotations

from typing import NamedTuple


class Fetched(NamedTuple):
    """A fetched address: its name in reports, the path of a file or folder, and the digest."""

    name: str
    location: str
    digest: str
