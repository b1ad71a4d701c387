"""Uploaded packages: read from bodies and forms into memory, never into a file."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import media_type
from muranopl.interfaces.server.http.request_limits import body_parts, read_body, too_large
from muranopl.interfaces.server.media_types import BYTES, FORM, ZIP

ZIPS = (ZIP, BYTES, "application/x-zip-compressed")
PACKAGE_PART, MODEL_PART = "package", "model"

_NAME = "package.zip"
_LONGEST = 200

_FORM_OVERHEAD = 64 * 1024
"""Bytes that a form may have beside what its parts hold."""


class Upload(NamedTuple):
    """A package, as it was uploaded, by the name of its file; `model` is the text of a model that came with it."""

    name: str
    package: bytes
    model: bytes | None = None


class FormPart(NamedTuple):
    """A part of a form; `filename` is None for one that is no file."""

    name: str
    filename: str | None
    content: bytes


async def read_upload(request: Request, most: int, most_model: int) -> Upload:
    """Return a package that is the body, or comes in a form. Raises ApiError."""
    media = media_type(request.headers.get("content-type", ""))
    if media in ZIPS:
        content = await read_body(request, most)
        if not content:
            raise ApiError(400, "a body is needed: the zip of a package")
        return Upload(_NAME, content)
    if media != FORM:
        listed = ", ".join((*ZIPS, FORM))
        raise ApiError(415 if media else 400, f"the Content-Type has to be one of {listed}")
    parts = await read_form(request, most + most_model, 2)
    named = {each.name: each for each in parts}
    package, model_part = named.get(PACKAGE_PART), named.get(MODEL_PART)
    others = set(named) - {PACKAGE_PART, MODEL_PART}
    if package is None or package.filename is None or others or len(named) < len(parts):
        asked = f"a part {PACKAGE_PART}, which is a zip with a filename, and may have a part {MODEL_PART}"
        raise ApiError(400, f"the form has to have {asked}")
    model = None if model_part is None else model_part.content
    if len(package.content) > most:
        raise too_large(most)
    if model is not None and len(model) > most_model:
        raise too_large(most_model)
    return Upload(package.filename or _NAME, package.content, model)


async def read_form(request: Request, most: int, parts: int) -> list[FormPart]:
    """Return the parts of a form, of which there are at most so many, with so many bytes. Raises ApiError."""
    body = body_parts(request, most + _FORM_OVERHEAD)
    parser = _InMemory(request.headers, body, max_files=parts, max_fields=parts, max_part_size=most)
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise ApiError(400, f"Malformed request body: {error.message}") from None
    except UnicodeError:  # some charsets of Python fail in ways of their own
        raise ApiError(400, "Malformed request body: its charset does not fit") from None
    found = []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            found.append(FormPart(name, value.filename or "", await value.read()))
        else:
            found.append(FormPart(name, None, value.encode("utf-8", "surrogatepass")))
    return found


class _InMemory(MultiPartParser):
    """Keeps files in memory, where `body_parts` bounds them."""

    spool_max_size = 2**40


def package_name(given: str, taken: Collection[str]) -> str:
    """Return the name by which reports call an upload: the last part of what is given, never a path that is served."""
    last = given.replace("\\", "/").rstrip("/").rpartition("/")[2]
    name = "".join(each for each in last if each.isprintable())[:_LONGEST]
    if name in {"", ".", "..", "-"}:
        name = _NAME
    while name in taken:
        name = f"uploaded {name}"
    return name
