"""Reads a package in a zip with `zipfile`, within bounds and without keeping files open.

The engine unpacks the whole zip, when it is uploaded and when it is deployed: one damaged file
makes both fail, even if nothing reads it. `ArchiveSource.damage` finds such files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo, is_zipfile

from muranopl.ard.sources.entry_names import files_of, holds_folder, is_link, path_in
from muranopl.ard.sources.file_names import MANIFEST, shown
from muranopl.ard.sources.regular_files import read_span, size_of, too_large
from muranopl.ard.sources.source import Damage, Source, SourceError, checked_path, entry_in, file_in
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.bounds import (
    DAMAGED_ENTRIES,
    FILE_SIZE,
    PACKAGE_ENTRIES,
    SLOWLY_UNPACKED_ENTRIES,
    SLOWLY_UNPACKED_SIZE,
    UNPACKED_SIZE,
)
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place

_ENCRYPTED = 1
_QUICK_METHODS = {ZIP_STORED, ZIP_DEFLATED}

# Bytes per step, as in the engine: which entries that end too early are refused depends on it.
_CHUNK = 2**16

# Packed bytes per step of LZMA, which unpack to at most about 200 kB.
_LZMA_STEP = 32


class ZipBytes:
    """The bytes of a zip as a file object for `zipfile`.

    In memory, or a file that is opened for each read. A catalog may hold more zips than a process
    may have open files. `content` is the path of a file, or bytes. No read is longer than the
    largest file, so that the table of contents is bounded as well.
    """

    def __init__(self, content: str | bytes) -> None:
        self.content = content
        self._size = size_of(content) if isinstance(content, str) else len(content)
        self._position = 0
        if self._size > UNPACKED_SIZE.most:
            raise too_large(self._size, UNPACKED_SIZE.most)

    def seekable(self) -> bool:
        """Return true: `seek` works."""
        return True

    def tell(self) -> int:
        """Return the position of the next read."""
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move to an offset from the start, the current position (1) or the end (2).

        Return the new position.
        """
        position = (0, self._position, self._size)[whence] + offset
        if position < 0:
            raise OSError("it points to a place before its start")
        self._position = position
        return position

    def read(self, length: int = -1) -> bytes:
        """Return the next bytes, fewer at the end. Raise SourceError."""
        start, left = self._position, max(0, self._size - self._position)
        length = min(length, left) if length >= 0 else left
        if length > FILE_SIZE.most + 1:
            most = f"at most {FILE_SIZE.most:,} are read"
            raise SourceError("too-large", f"its table of contents has {length:,} bytes; {most}")
        if isinstance(self.content, bytes):
            data = self.content[start : start + length]
        else:
            data = b""
            if length:
                data = read_span(self.content, start, length)
        self._position += len(data)
        return data

    def is_zip(self) -> bool:
        """Return whether the bytes end as those of zips do. Raise SourceError."""
        with _damage():
            return is_zipfile(self)


class ArchiveSource(Source):
    """The package in a zip; files are unpacked on demand. See `Source`."""

    def __init__(
        self,
        root: str,
        base: str,
        content: str | bytes,
        files: dict[str, ZipInfo],
        archive: ZipFile,
    ) -> None:
        self.root = root
        self.base = base
        self.location = content if isinstance(content, str) else root
        self._content = content
        self._files = files
        self._names = tuple(sorted(name for name, entry in files.items() if not is_link(entry)))
        self._archive: ZipFile | None = archive
        # The offsets of entries that were read to their end, and so are not damaged
        self._sound: set[int] = set()

    def __getstate__(self) -> dict[str, Any]:
        # It holds a lock, which cannot be pickled
        return self.__dict__ | {"_archive": None}

    def paths(self) -> tuple[str, ...]:
        """Return the names of the files, sorted."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        inside = checked_path(path)
        entry = self._files.get(inside)
        if entry is None:
            if holds_folder(self._names, inside):
                raise SourceError("not-regular", "it is a folder, not a file")
            raise SourceError("missing", "no such file in the zip")
        if is_link(entry):
            raise SourceError("not-regular", "it is stored as a link", reported=True)
        result = unpacked(self._table(), entry)
        self._sound.add(entry.header_offset)
        return result

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return entry_in(self.root, self.base, path)

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes of the zip. Raise SourceError."""
        content = ZipBytes(self._content)
        return iter(lambda: content.read(_CHUNK), b"")

    def damage(self) -> tuple[Damage, ...]:
        """Return the entries that cannot be unpacked, at most a few.

        The engine unpacks no folders, and equal names once.
        """
        damages: list[Damage] = []
        try:
            archive = self._table()
            for name in dict.fromkeys(archive.namelist()):
                problem, entry = None, archive.getinfo(name)
                if not name.endswith("/") and entry.header_offset not in self._sound:
                    problem = _problem(archive, entry)
                damages += [Damage(path_in(name) or name, problem)] if problem else []
                if len(damages) > DAMAGED_ENTRIES.most:
                    break
        except SourceError as error:  # the zip itself is gone, or another one by now
            damages.append(Damage("", error.message))
        return tuple(damages)

    def held(self) -> tuple[ArchiveSource, int]:
        """Return the same package with the zip in memory, and its size. Raise SourceError."""
        content = b"".join(self.packed())
        table = read_table(ZipBytes(content))
        result = ArchiveSource(self.root, self.base, content, self._files, table)
        result.location = self.location
        return result, len(content)

    def _table(self) -> ZipFile:
        if self._archive is None:
            self._archive = read_table(ZipBytes(self._content))
        return self._archive


def read_table(packed: ZipBytes) -> ZipFile:
    """Return an opened zip, with its table of contents read. Raise SourceError."""
    with _damage(
        "its end, the table of contents, is missing or broken, as if the zip were truncated: "
    ):
        archive = ZipFile(packed)
    require_few(len(archive.filelist))
    # `zipfile` accepts such a table, and fails only when a file is read.
    if any(entry.header_offset < 0 for entry in archive.filelist):
        raise SourceError(
            "damaged", "its files start before its own start, as if a part had been removed"
        )
    return archive


def require_few(entries: int) -> None:
    """Raise SourceError for more entries than a package may have."""
    if entries > PACKAGE_ENTRIES.most:
        raise SourceError("too-large", f"it has more than {PACKAGE_ENTRIES.most:,} entries")


def require_unpacked(size: int) -> None:
    """Raise SourceError for files that are too large together."""
    if size > UNPACKED_SIZE.most:
        raise SourceError(
            "too-large", f"its files unpack to more than {UNPACKED_SIZE.most:,} bytes in total"
        )


def open_archive(
    root: str, base: str, packed: ZipBytes, findings: Findings
) -> ArchiveSource | None:
    """Return the package in a zip; None, with a report, if it has no manifest. Raise SourceError.

    In a catalog (`base` is not '') a zip without a manifest is ignored, unless it seems to be a
    package with a folder around it.
    """
    archive = read_table(packed)
    entries = archive.infolist()
    about_names = findings.apart()
    files = files_of(entries, root, base, about_names)
    if MANIFEST in files or not base:
        findings.take(about_names.diagnostics)
    if MANIFEST not in files:
        _report_no_manifest(list(files), root, base, findings)
        return None
    require_unpacked(sum(entry.file_size for entry in entries))
    # bzip2 and LZMA take far longer than deflate for as many bytes.
    slow = [entry.file_size for entry in entries if entry.compress_type not in _QUICK_METHODS]
    if len(slow) > SLOWLY_UNPACKED_ENTRIES.most or sum(slow) > SLOWLY_UNPACKED_SIZE.most:
        most = f"{SLOWLY_UNPACKED_ENTRIES.most:,} files or {SLOWLY_UNPACKED_SIZE.most:,} bytes"
        raise SourceError(
            "too-large",
            f"more than {most} of it are packed by slow methods; pack them with deflate",
        )
    return ArchiveSource(root, base, packed.content, files, archive)


def _report_no_manifest(files: list[str], root: str, base: str, findings: Findings) -> None:
    place, path = Place(file_in(root, base)), shown(base or root)
    wrapped = sorted(
        name for name in files if name.endswith(f"/{MANIFEST}") and name.count("/") == 1
    )
    if wrapped:
        findings.report(
            rules.WRAPPED_PACKAGE, place, path=path, folder=shown(wrapped[0].partition("/")[0])
        )
    elif not base:
        why = f"the zip has no {MANIFEST} at its root"
        findings.report(
            rules.NO_PACKAGE,
            place,
            path=path,
            reason=why,
            suggestion="zip the contents of a package folder",
        )


def unpacked(archive: ZipFile, entry: ZipInfo) -> bytes:
    """Return the content of an entry. Raise SourceError."""
    if entry.file_size > FILE_SIZE.most:
        raise too_large(entry.file_size, FILE_SIZE.most)
    return b"".join(chunks_of(archive, entry))


def _problem(archive: ZipFile, entry: ZipInfo) -> str | None:
    """Return why an entry cannot be unpacked, or None. Raise SourceError if no entry can be."""
    try:
        for _ in chunks_of(archive, entry):
            pass
    except SourceError as error:
        if error.kind != "damaged":
            raise
        return error.message
    return None


def chunks_of(archive: ZipFile, entry: ZipInfo) -> Iterator[bytes]:
    """Yield all bytes of an entry up to the declared size, however large. Raise SourceError."""
    if entry.flag_bits & _ENCRYPTED:
        raise SourceError("damaged", "it is encrypted; store it without a password")
    try:
        with _damage(), archive.open(entry) as packed:
            if entry.compress_type not in _QUICK_METHODS:
                bounded = _Bounded(packed._decompressor, entry)  # type: ignore[attr-defined]
                packed._decompressor = bounded  # type: ignore[attr-defined]
            # After the last of them `zipfile` compares checksums
            yield from iter(lambda: packed.read(_CHUNK), b"")
    except MemoryError as error:
        # LZMA allocates what its first bytes declare, up to 4 GiB
        if entry.compress_type == ZIP_LZMA:
            machine_limits.meet()
            raise SourceError(
                "damaged", "its LZMA data need more memory than is available"
            ) from error
        raise


class _Bounded:
    """A decompressor that stops one byte after the declared size of an entry.

    This guards against 4 kB that unpack to gigabytes.
    """

    def __init__(self, decompressor: Any, entry: ZipInfo) -> None:
        self._decompressor = decompressor
        self._is_lzma = entry.compress_type == ZIP_LZMA
        self._left = entry.file_size + 1

    @property
    def eof(self) -> bool:
        """Whether there is no more data."""
        return self._left <= 0 or bool(self._decompressor.eof)

    def decompress(self, data: bytes) -> bytes:
        """Return the unpacked data of some more packed bytes."""
        unpacked = bytearray()
        # LZMA has no limit for its output, so its input is limited instead.
        step = _LZMA_STEP if self._is_lzma else len(data) or 1
        for start in range(0, len(data), step):
            if not self.eof:
                limit = () if self._is_lzma else (self._left,)
                part = self._decompressor.decompress(data[start : start + step], *limit)
                self._left -= len(part)
                unpacked += part
        return bytes(unpacked)


@contextmanager
def _damage(what: str = "") -> Iterator[None]:
    """Convert what `zipfile` and the decompressors raise, nearly anything, to SourceError."""
    try:
        yield
    except (SourceError, MemoryError):
        raise
    except UnicodeDecodeError as error:
        raise SourceError(
            "damaged", "the name of an entry is flagged as UTF-8 but is not valid UTF-8"
        ) from error
    except Exception as error:
        reason = str(error) or "it ends too early"
        raise SourceError("damaged", f"{what}{reason[0].lower()}{reason[1:]}") from error
