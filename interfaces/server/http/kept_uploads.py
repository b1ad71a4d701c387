"""Uploaded packages that are kept in memory, so that requests can be about them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.uploaded import KeptUpload

UPLOAD = "X-Upload"
"""The header of requests about a kept upload: its id."""

MOST_BYTES = 64 * 2**20
"""Maximum size of all kept packages; those that were not used for longest are forgotten."""


class KeptUploads:
    """The uploaded packages that were used last; nothing is stored on the disk.

    Only clients that know a package know its id.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._uploads: OrderedDict[str, KeptUpload] = OrderedDict()
        self.size = 0

    def add(self, name: str, package: bytes) -> str:
        """Keep a package and return its id, which is the same for equal ones."""
        digest = hashlib.blake2b(name.encode() + b"\0", digest_size=16)
        digest.update(package)
        id_ = digest.hexdigest()
        if id_ not in self._uploads:
            self._uploads[id_] = KeptUpload(id_, name, package)
            self.size += len(package)
        self._uploads.move_to_end(id_)
        # The new one stays, whatever its size: requests bound that
        while self.size > self._most and len(self._uploads) > 1:
            _, forgotten = self._uploads.popitem(last=False)
            self.size -= len(forgotten.package)
        return id_

    def get(self, id_: str) -> KeptUpload:
        """Return a kept package. Raise ApiError if it is forgotten, or was never there."""
        result = self._uploads.get(id_)
        if result is None:
            raise ApiError(409, f"{UPLOAD}: this package is not kept any more, send it again")
        self._uploads.move_to_end(id_)
        return result
