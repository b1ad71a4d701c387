"""From a PATH to the packages it stands for."""

from __future__ import annotations

import os
import stat

from muranopl.ard.archive import ArchiveSource, open_archive, report_archive
from muranopl.ard.blob import Blob, FileBlob, MemoryBlob
from muranopl.ard.catalog import Candidate, Listing
from muranopl.ard.directory import open_directory
from muranopl.ard.filenames import as_text, shown
from muranopl.ard.impostors import HEAD, looks_like, starts_like_zip
from muranopl.ard.regular import reason
from muranopl.ard.source import MANIFEST, Source, SourceError
from muranopl.ard.zipindex import has_index
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Severity
from muranopl.diagnostics.places import File, Place


def discover(path: str, findings: Findings) -> list[Source]:
    """Return the packages at PATH: a package folder, a package zip, or a catalog, which is searched in sorted order.

    Where there is none, the reason is reported. Below a package folder nothing more is searched; hidden folders and
    links in a catalog are not followed. PATH itself may be a link.
    """
    if _is_folder(path) and not os.path.lexists(os.path.join(path, MANIFEST)):
        return _search(path, findings)
    source = open_source(path, findings)
    return [] if source is None else [source]


def open_source(path: str, findings: Findings) -> Source | None:
    """Return the one package at PATH, a folder with `manifest.yaml` or a zip; None, and a report, if there is none."""
    if not _is_folder(path):
        return _open_file(path, findings)
    if not os.path.lexists(os.path.join(path, MANIFEST)):
        _no_package(as_text(path), f"the folder has no {MANIFEST}. Give the folder that has one", findings)
        return None
    top = _without_links(path, findings)
    return None if top is None else open_directory(as_text(path), "", top, findings)


def open_stream(data: bytes, findings: Findings, root: str = "-") -> Source | None:
    """Return the package whose zip is `data`, read from standard input; None, and a report, if it is none."""
    if not data:
        _not_a_package("standard input", root, "it is empty; pipe a zip of the package into it", findings)
        return None
    return _open_zip(root, "", MemoryBlob(data), None, findings)


def _search(path: str, findings: Findings) -> list[Source]:
    root = as_text(path)
    before = len(findings.diagnostics)
    top = _without_links(path, findings)
    if top is None:
        return []
    listing = Listing(root, top, findings)
    found = [_open_candidate(root, candidate, findings) for candidate in listing.candidates()]
    sources = [source for source in found if source is not None]
    if not sources and not any(found.severity is Severity.ERROR for found in findings.diagnostics[before:]):
        why = f"neither the folder nor one below it has a {MANIFEST}, and there is no zip of a package"
        if listing.nearly is not None:
            why += f' ("{shown(listing.nearly)}" must be renamed)'
        _no_package(root, f"{why}. Give the folder that has a {MANIFEST}", findings)
    return sources


def _open_candidate(root: str, candidate: Candidate, findings: Findings) -> Source | None:
    if not candidate.is_zip:
        return open_directory(root, candidate.base, candidate.location, findings)
    blob = _blob(candidate.location, root, candidate.base, findings)
    return None if blob is None else _open_zip(root, candidate.base, blob, candidate.location, findings)


def _open_file(path: str, findings: Findings) -> Source | None:
    """Open a PATH that is no folder."""
    root = as_text(path)
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        _not_a_package(root, root, f"{reason(error)}. Check the spelling and the current folder", findings)
        return None
    if stat.S_ISFIFO(mode):
        _not_a_package(root, root, "it is a pipe. Give - as PATH and redirect the pipe to standard input", findings)
        return None
    location = _without_links(path, findings)
    blob = None if location is None else _blob(location, root, "", findings)
    return None if blob is None else _open_zip(root, "", blob, path, findings)


def _without_links(path: str, findings: Findings) -> str | None:
    """Return the absolute path without links; None, and a report, where there is none (the current folder is gone)."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        why = f"{reason(error)}. Change to a folder that exists"
        _not_a_package(as_text(path), as_text(path), why, findings)
        return None


def _blob(location: str, root: str, base: str, findings: Findings) -> Blob | None:
    try:
        return FileBlob(location)
    except SourceError as error:
        report_archive(error, shown(base or root), Place(File(root, base)), findings)
        return None


def _open_zip(root: str, base: str, blob: Blob, location: str | None, findings: Findings) -> ArchiveSource | None:
    """Open a zip known to the user as `base` below `root`, if it is one and holds a package."""
    try:
        head = blob.read_at(0, HEAD)
        is_zip = starts_like_zip(head) or has_index(blob)
    except SourceError as error:
        report_archive(error, shown(base or root), Place(File(root, base)), findings)
        return None
    if not is_zip:
        name = "standard input" if location is None else base or root
        findings.report(
            rules.NOT_A_PACKAGE, Place(File(root, base)), path=shown(name), reason=looks_like(head, location)
        )
        return None
    return open_archive(root, base, blob, findings)


def _no_package(root: str, why: str, findings: Findings) -> None:
    findings.report(rules.NO_PACKAGE, Place(File(root, "")), path=shown(root), reason=why)


def _not_a_package(name: str, root: str, why: str, findings: Findings) -> None:
    findings.report(rules.NOT_A_PACKAGE, Place(File(root, "")), path=shown(name), reason=why)


def _is_folder(path: str) -> bool:
    """Whether PATH is a folder, perhaps through a link."""
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False
