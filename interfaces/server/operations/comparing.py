"""Two versions of a package compared: packages that are served, or were uploaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypedDict

import msgspec
from starlette.responses import Response

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import Place
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.http.replies import reply_of
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import (
    PackageVersion,
    SourcePlace,
    doc,
    shown,
    shown_place,
)
from muranopl.interfaces.server.settings import MEBIBYTE
from muranopl.interfaces.server.uploaded_packages import UploadedPackage
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.phases.job import Job
from muranopl.views.changes.change import VersionChange

GROUP = OperationGroup("comparing")
_SHOWN_TEXTS = 4 * MEBIBYTE
"""Maximum size of the texts of changed files in one response, in bytes."""
LevelName = Literal["major", "minor", "patch"]


class VersionOfPackage(msgspec.Struct, frozen=True):
    """One of the two packages, by name or by the id of its upload."""

    package: Annotated[str, doc("the full name of a served package")] = ""
    version: PackageVersion = ""
    upload: Annotated[str, doc("the id of an uploaded package, instead of a name")] = ""


class TwoVersions(msgspec.Struct, frozen=True):
    """The packages to compare."""

    old: VersionOfPackage
    new: VersionOfPackage


class ShownChange(TypedDict):
    """A change: its subject, its description, and its places in both versions."""

    level: LevelName
    subject: str
    text: str
    old: SourcePlace | None
    new: SourcePlace | None


class FileDifference(TypedDict):
    """A file that differs; a text is null if the version has no such file, or shows none of it."""

    path: str
    old: str | None
    new: str | None
    shown: Annotated[bool, doc("false for a file that is no text, or too large")]


class ShownComparison(TypedDict):
    """The changes that affect users of a package, worst first, as in `muranopl diff`."""

    package: str
    old: Annotated[str, doc("the old version")]
    new: Annotated[str, doc("the new version")]
    level: Annotated[
        LevelName | None, doc("the level of the worst change; null if nothing changed")
    ]
    needed: Annotated[str, doc("the lowest version that the changes require")]
    ok: Annotated[bool, doc("whether the new version is high enough")]
    verdict: Annotated[str, doc("the result as a sentence")]
    changes: list[ShownChange]
    old_sources: Annotated[dict[str, str], doc("the texts of changed files")]
    new_sources: dict[str, str]
    files: Annotated[list[FileDifference], doc("all files that differ, sorted by path")]


@GROUP.operation(
    "POST",
    "/diff",
    replies={JSON: ShownComparison},
    errors={404: "no such package or version", 409: "an uploaded package is no longer in memory"},
    needs_worker=True,
)
async def diff(call: ApiCall, body: TwoVersions) -> Response:
    """Return the changes between two versions of a package that affect its users."""
    sides: list[UploadedPackage | VersionOfPackage] = []
    for side in (body.old, body.new):
        if bool(side.package) == bool(side.upload):
            raise ApiError(400, "old and new must each have either package or upload")
        sides.append(call.service.uploads.get(side.upload) if side.upload else side)
    answer = await call.ask(compared, *sides)
    return reply_of(answer, call.request)


def compared(
    served: ServedCatalog,
    old: UploadedPackage | VersionOfPackage,
    new: UploadedPackage | VersionOfPackage,
) -> ShownComparison:
    """Return the comparison of two packages. Raise UsageError for different ones."""
    from muranopl.views.changes.compare import compare_packages  # few tasks

    jobs = _job(served, old), _job(served, new)
    result = compare_packages(*jobs)
    return shown(
        ShownComparison,
        result,
        old=result.old_version,
        new=result.new_version,
        level=None if result.level is None else result.level.word,
        changes=[_change(change) for change in result.changes],
        old_sources=_texts(change.old for change in result.changes),
        new_sources=_texts(change.new for change in result.changes),
        files=list(_changed_files(*(job.targets[0] for job in jobs))),
    )


def _changed_files(old: Source, new: Source) -> Iterator[FileDifference]:
    """Yield the files that differ, with their texts as long as there is room for them."""
    room = _SHOWN_TEXTS
    for path in sorted({*old.paths(), *new.paths()}):
        before, after = (_content(source, path) for source in (old, new))
        if before == after:
            continue
        contents = [content for content in (before, after) if content is not None]
        size = sum(map(len, contents))
        is_shown = size <= room and all(map(_is_text, contents))
        if is_shown:
            room -= size
        yield {
            "path": path,
            "old": before.decode() if is_shown and before is not None else None,
            "new": after.decode() if is_shown and after is not None else None,
            "shown": is_shown,
        }


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def _change(change: VersionChange) -> ShownChange:
    places = {
        side: None if place is None else shown_place(place)
        for side, place in (("old", change.old), ("new", change.new))
    }
    return shown(ShownChange, change, level=change.level.word, **places)


def _content(source: Source, path: str) -> bytes | None:
    try:
        return source.read(path)
    except SourceError:
        return None


def _job(served: ServedCatalog, side: UploadedPackage | VersionOfPackage) -> Job:
    if isinstance(side, UploadedPackage):
        return served.job_of_upload(side.name, side.package)
    return served.job_of(side.package, side.version)


def _texts(places: Iterable[Place | None]) -> dict[str, str]:
    return {
        place.file.display: place.file.text
        for place in places
        if place is not None and place.file.text is not None
    }
