"""Fetches a part of a zip: `zip://ENTRY::ADDRESS`, where ADDRESS is a path or another address."""

from __future__ import annotations

import os
from collections.abc import Iterable
from zipfile import ZipFile, ZipInfo

from muranopl.ard.remote.failures import FetchError, Kind
from muranopl.ard.remote.schemes import FetchContext
from muranopl.ard.remote.store import ContentStore, Stored
from muranopl.ard.sources.archive import ZipBytes, chunks_of, read_table
from muranopl.ard.sources.entry_names import files_of, is_link
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.bounds import UNPACKED_SIZE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, masked, visible

_SCHEME = "zip://"
_LINK_SIZE = 4_000


def fetch_zipped(context: FetchContext, address: str) -> Stored:
    """Return a zip that is an entry of another one, or a folder of one, unpacked."""
    entry, separator, around = address[len(_SCHEME) :].partition("::")
    if not separator or not around:
        name = visible(masked(address))
        raise UsageError(f'"{name}" names no zip: write zip://ENTRY::PATH')
    path = context.fetch(around).path if is_address(around) else around
    if not os.path.isfile(path):
        raise FetchError("not-a-package", f'"{visible(masked(around))}" is not a zip')
    return part_of_zip(context.store, path, entry)


def part_of_zip(store: ContentStore, path: str, entry: str) -> Stored:
    """Return an entry of a zip, or one of its folders with all files; "" is all. Raise FetchError."""
    try:
        content = ZipBytes(path)
        if not content.is_zip():
            raise FetchError("not-a-package", "it is not a zip")
        archive = read_table(content)
        files = files_of(archive.infolist(), path, "", Findings())
        name = entry.strip("/")
        if name in files:
            return _entry(store, archive, files[name])
        return _folder(store, archive, files, f"{name}/" if name else "")
    except SourceError as error:
        kind: Kind = "too-large" if error.kind == "too-large" else "damaged"
        raise FetchError(kind, error.message) from None


def _entry(store: ContentStore, archive: ZipFile, entry: ZipInfo) -> Stored:
    _require_size([entry])
    return store.add_file(chunks_of(archive, entry))


def _folder(store: ContentStore, archive: ZipFile, files: dict[str, ZipInfo], top: str) -> Stored:
    """Return the files of a zip below `top`, in a folder."""
    entries = {path[len(top) :]: entry for path, entry in files.items() if path.startswith(top)}
    if not entries:
        name = visible(top.rstrip("/"))
        raise FetchError("missing", f'the zip has no entry "{name}"')
    _require_size(entries.values())

    def fill(folder: str) -> None:
        # Links come last, so that nothing is written through one
        for path in sorted(entries, key=lambda path: (is_link(entries[path]), path)):
            _unpack(archive, entries[path], os.path.join(folder, path))

    return store.add_folder(fill)


def _unpack(archive: ZipFile, entry: ZipInfo, path: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if is_link(entry):
            if entry.file_size <= _LINK_SIZE:
                os.symlink(os.fsdecode(archive.read(entry)), path)
            return
        with open(path, "xb") as file:
            file.writelines(chunks_of(archive, entry))
    except (FileExistsError, NotADirectoryError, ValueError):
        name = visible(entry.filename)
        raise FetchError(
            "damaged", f'its entry "{name}" cannot be unpacked beside the others'
        ) from None


def _require_size(entries: Iterable[ZipInfo]) -> None:
    if sum(entry.file_size for entry in entries) > UNPACKED_SIZE.most:
        most = f"{UNPACKED_SIZE.most:,}"
        raise FetchError("too-large", f"it unpacks to more than {most} bytes")
