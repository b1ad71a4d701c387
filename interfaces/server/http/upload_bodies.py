"""Request bodies that are packages → uploads: a zip, or a form with a zip and perhaps a model.

`routing` reads one for each operation whose body is an `Upload`; `operations/murano_upload.py` reads
the form itself. All stays in memory, within limits of size and time.
"""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import Operation
from muranopl.interfaces.server.http.request_bodies import body_parts, read_body, too_large
from muranopl.interfaces.server.media_types import FORM, media_type
from muranopl.interfaces.server.settings import ServiceSettings
from muranopl.interfaces.server.uploaded_packages import DEFAULT_NAME, ZIPS, FormPart, Upload

_FORM_OVERHEAD = 64 * 1024
"""Maximum size of a form in addition to the content of its parts, in bytes."""


async def read_upload(request: Request, operation: Operation, settings: ServiceSettings) -> Upload:
    """Return the package that is the body or a part of a form. Raise ApiError."""
    media = media_type(request)
    if media in ZIPS:
        content = await read_body(request, settings.max_upload, settings.body_time)
        if not content:
            raise ApiError(400, "a body is required: the zip of a package")
        # A body has no name; the query may give one
        return Upload(DEFAULT_NAME, content)
    if media != FORM:
        listed = ", ".join((*ZIPS, FORM))
        raise ApiError(415 if media else 400, f"the Content-Type must be one of {listed}")
    parts = await read_form(request, settings.max_upload + settings.max_body, settings.body_time)
    upload = _upload(parts, operation.takes[FORM].__struct_fields__)
    if len(upload.package) > settings.max_upload:
        raise too_large(settings.max_upload)
    if upload.model is not None and len(upload.model) > settings.max_body:
        raise too_large(settings.max_body)
    return upload


def _upload(parts: list[FormPart], known: Collection[str]) -> Upload:
    """Return the package and the model of a form. Raise ApiError."""
    by_name = {part.name: part for part in parts}
    package, model = by_name.get("package"), by_name.get("model")
    is_known = len(by_name) == len(parts) and by_name.keys() <= set(known)
    if not is_known or package is None or package.filename is None:
        raise ApiError(
            400,
            "the form must have a part package, a zip with a filename"
            + (", and may have a part model" if "model" in known else ""),
        )
    if not package.content:
        raise ApiError(400, "the part package is empty: send the zip of a package")
    upload = Upload(package.filename or DEFAULT_NAME, package.content)
    return upload if model is None else upload._replace(model=model.content)


async def read_form(request: Request, limit: int, seconds: float) -> list[FormPart]:
    """Return the parts of a form: at most two files and two fields, `limit` bytes in total.

    Raise ApiError.
    """
    body = body_parts(request, limit + _FORM_OVERHEAD, seconds)
    parser = MultiPartParser(request.headers, body, max_files=2, max_fields=2, max_part_size=limit)
    parser.spool_max_size = 2**40  # never into a file: `body_parts` limits the size
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise ApiError(400, f"Malformed request body: {error.message}") from None
    except UnicodeError:  # some codecs of Python raise other exceptions
        raise ApiError(400, "Malformed request body: its charset is invalid") from None
    return [await _form_part(name, value) for name, value in form.multi_items()]


async def _form_part(name: str, value: UploadFile | str) -> FormPart:
    if isinstance(value, str):
        return FormPart(name, None, value.encode("utf-8", "surrogatepass"))
    return FormPart(name, value.filename or "", await value.read())
