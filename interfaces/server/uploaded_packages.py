"""Defines uploads and their forms, and keeps the last ones in memory, for requests about them.

`http/upload_bodies.py` reads them from requests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Annotated, Any, NamedTuple

import msgspec

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.media_types import BYTES, ZIP
from muranopl.interfaces.server.response_bodies import doc
from muranopl.phases.reuse.memory import RecentlyUsed

ZIPS = (ZIP, BYTES, "application/x-zip-compressed")
DEFAULT_NAME = "package.zip"
Binary = Annotated[str, doc(min_length=1, extra_json_schema={"format": "binary"})]
_LONGEST = 200
UPLOAD = "X-Upload"
"""The header of requests about a kept upload: its id."""
MOST_BYTES = 64 * 2**20
"""Maximum size of all kept packages; those that were not used for longest are forgotten."""


class PackageForm(msgspec.Struct, forbid_unknown_fields=True):
    """A package."""

    package: Annotated[Binary, doc("a zip with a filename")]


class PackageAndModelForm(PackageForm, forbid_unknown_fields=True):
    """A package, and a model if one is to be rendered."""

    model: Annotated[Any, doc("an object model as JSON or YAML")] = msgspec.UNSET


class Upload(NamedTuple):
    """An uploaded package under its file name; `model` is the text of an accompanying model."""

    name: str
    package: bytes
    model: bytes | None = None


class UploadedPackage(NamedTuple):
    """An uploaded package that is kept in memory; `id` is a hash of its name and content."""

    id: str
    name: str
    package: bytes


class FormPart(NamedTuple):
    """A part of a form; `filename` is None if it is not a file."""

    name: str
    filename: str | None
    content: bytes


def package_name(name: str, used: Collection[str]) -> str:
    """Return the name of an upload in reports: the last part of `name`, unique among `used`."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = "".join(character for character in last if character.isprintable())[:_LONGEST]
    if shown in {"", ".", "..", "-"}:
        shown = DEFAULT_NAME
    # Under the name of a served path, the packages there would be read in place of the upload
    while shown in used:
        shown = f"uploaded {shown}"
    return shown


class UploadedPackages:
    """The uploaded packages that were used last; nothing is stored on the disk.

    Only clients that know a package know its id. The newest one stays, whatever its size: requests
    bound that.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._uploads = RecentlyUsed[str, UploadedPackage](
            most, lambda _id, upload: len(upload.package)
        )

    def add(self, name: str, package: bytes) -> str:
        """Keep a package and return its id, which is the same for equal ones."""
        digest = hashlib.blake2b(name.encode() + b"\0", digest_size=16)
        digest.update(package)
        id_ = digest.hexdigest()
        self._uploads.add(id_, UploadedPackage(id_, name, package))
        return id_

    def get(self, id_: str) -> UploadedPackage:
        """Return a kept package. Raise ApiError if it is forgotten, or was never there."""
        result = self._uploads.get(id_)
        if result is None:
            raise ApiError(409, f"{UPLOAD}: this package is no longer in memory: upload it again")
        return result
