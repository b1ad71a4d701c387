"""Uploaded packages: their forms and names."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple

import msgspec

from muranopl.interfaces.server.bodies import doc
from muranopl.interfaces.server.media_types import BYTES, ZIP

ZIPS = (ZIP, BYTES, "application/x-zip-compressed")
DEFAULT_NAME = "package.zip"
Binary = Annotated[str, doc(min_length=1, extra_json_schema={"format": "binary"})]
_LONGEST = 200


class PackageForm(msgspec.Struct, forbid_unknown_fields=True):
    """A package."""

    package: Annotated[Binary, doc("the zip, with a filename")]


class PackageAndModelForm(PackageForm, forbid_unknown_fields=True):
    """A package, and a model if one is to be rendered."""

    model: Annotated[Any, doc("an object model, JSON or YAML")] = msgspec.UNSET


class Upload(NamedTuple):
    """An uploaded package under its file name; `model` is the text of an accompanying model."""

    name: str
    package: bytes
    model: bytes | None = None


class KeptUpload(NamedTuple):
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
