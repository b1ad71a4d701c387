"""A package in a zip."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.blob import Blob
from muranopl.ard.entrynames import files_of, holds_folder
from muranopl.ard.filenames import shown
from muranopl.ard.source import MANIFEST, MAX_FILE, MAX_UNPACKED, SourceError, join_inside
from muranopl.ard.unpack import unpack
from muranopl.ard.zipindex import Entry, read_index
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place


class ArchiveSource:
    """The package in a zip; nothing is unpacked before it is asked for. See `Source`."""

    __slots__ = ("_blob", "_files", "_links", "_names", "base", "root")

    def __init__(self, root: str, base: str, blob: Blob, files: dict[str, Entry], links: frozenset[str]) -> None:
        self.root = root
        self.base = base
        self._blob = blob
        self._files = files
        self._links = links
        self._names = tuple(sorted(files))

    def paths(self) -> tuple[str, ...]:
        """Sorted names of the files."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file; raises SourceError."""
        inside = join_inside("", path)
        if inside is None:
            raise SourceError("outside", "the path leads out of the package")
        if inside in self._links:
            raise SourceError("not-regular", "it is stored as a link", reported=True)
        entry = self._files.get(inside)
        if entry is not None:
            return unpack(self._blob, entry, MAX_FILE)
        if holds_folder(self._names, inside):
            raise SourceError("not-regular", "it is a folder, not a file")
        raise SourceError("missing", "no such file in the zip")

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return File(self.root, f"{self.base}/{path}" if self.base and path else self.base or path)


def open_archive(root: str, base: str, blob: Blob, findings: Findings) -> ArchiveSource | None:
    """Return the package in a zip; None where there is none, which is reported.

    In a catalog (`base` is not '') a zip may hold anything: one without a manifest is passed over in silence, unless it
    seems to be a package with a folder around it.
    """
    place = Place(File(root, base))
    path = shown(base or root)
    try:
        entries = read_index(blob)
    except SourceError as error:
        report_archive(error, path, place, findings)
        return None
    about_names = Findings(findings.package)
    files, links = files_of(entries, root, base, about_names)
    has_manifest = MANIFEST in files or MANIFEST in links
    if has_manifest or not base:
        findings.diagnostics.extend(about_names.diagnostics)
    if not has_manifest:
        _report_no_manifest(files, path, place, findings)
        return None
    if sum(entry.unpacked for entry in entries) > MAX_UNPACKED:
        why = f"its files unpack to more than {MAX_UNPACKED:,} bytes together. Move out what is no part of the package"
        findings.report(rules.TOO_LARGE, place, path=path, reason=why)
        return None
    return ArchiveSource(root, base, blob, files, links)


def _report_no_manifest(files: Iterable[str], path: str, place: Place, findings: Findings) -> None:
    wrapped = sorted(name for name in files if name.endswith(f"/{MANIFEST}") and name.count("/") == 1)
    if wrapped:
        findings.report(rules.WRAPPED_PACKAGE, place, path=path, folder=shown(wrapped[0].partition("/")[0]))
    elif not place.file.path:
        why = f"the zip has no {MANIFEST} at its root. Zip the contents of a package folder"
        findings.report(rules.NO_PACKAGE, place, path=path, reason=why)


def report_archive(error: SourceError, path: str, place: Place, findings: Findings) -> None:
    """Report that a zip as a whole cannot be read."""
    if error.kind == "too-large":
        why = f"{error.message}. Move out what is no part of the package"
        findings.report(rules.TOO_LARGE, place, path=path, reason=why)
    elif error.kind == "damaged":
        findings.report(rules.DAMAGED_ARCHIVE, place, path=path, reason=f"{error.message}. Copy or create it again")
    else:
        findings.report(rules.UNREADABLE_FILE, place, path=path, reason=f"{error.message}. Make it a readable file")
