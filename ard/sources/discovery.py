"""Finds the packages at a PATH: a folder, a zip, or a catalog, which is a folder with packages below."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator

from muranopl.ard.sources.directory import open_directory
from muranopl.ard.sources.file_names import MANIFEST, as_text, shown
from muranopl.ard.sources.regular_files import error_reason, report_unopened
from muranopl.ard.sources.source import Source, SourceError, file_in
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place

STDIN = "-"
_MISSPELT_MANIFESTS = {"manifest.yml", "manifest.yaml", "manifest.yaml.txt", "manifest.json"}


def discover(path: str, findings: Findings, known_as: str | None = None) -> list[Source]:
    """Return the packages at PATH.

    A package folder, a package zip, or a catalog, searched in sorted order. `known_as` is the name
    of PATH in diagnostics, by default PATH. If there are no packages, the reason is reported.
    Nothing is searched below a package folder; hidden folders and links in a catalog are not
    followed. PATH itself may be a link.
    """
    if os.path.isdir(path) and not os.path.lexists(os.path.join(path, MANIFEST)):
        top = _without_links(path, findings)
        if top is None:
            return []
        return _CatalogSearch(known_as or as_text(path), findings).packages(top)
    source = open_source(path, findings, known_as)
    return [] if source is None else [source]


def open_source(path: str, findings: Findings, known_as: str | None = None) -> Source | None:
    """Return the one package at PATH, a folder with `manifest.yaml` or a zip.

    Return None, with a report, if there is no package.
    """
    root = known_as or as_text(path)
    if not os.path.isdir(path):
        return _open_file(path, root, findings)
    if not os.path.lexists(os.path.join(path, MANIFEST)):
        _no_package(
            root, f"the folder has no {MANIFEST}", "pass the folder that contains it", findings
        )
        return None
    top = _without_links(path, findings)
    if top is None:
        return None
    return _open_folder(root, "", top, findings)


def package_names(files: Iterable[str]) -> list[str]:
    """Return the folders and zips among files that `discover` finds, judging by names; "" is all.

    The names have forward slashes and are relative to the folder that is searched.
    """
    folders: dict[str, list[str]] = {"": []}
    for name in sorted(files):
        parts = name.split("/")
        if not any(part.startswith(".") for part in parts):
            folders.setdefault("/".join(parts[:-1]), []).append(parts[-1])
    packages = {folder for folder, names in folders.items() if MANIFEST in names}
    zips = {
        f"{folder}/{name}" if folder else name
        for folder, names in folders.items()
        for name in names
        if name.lower().endswith(".zip")
    }
    return sorted(name for name in packages | zips if not _is_below(name, packages))


def _is_below(name: str, packages: Collection[str]) -> bool:
    """Return whether a name is below one of some folders."""
    parts = name.split("/") if name else []
    return any("/".join(parts[:length]) in packages for length in range(len(parts)))


def open_member(path: str, root: str, base: str, findings: Findings) -> Source | None:
    """Return the package at PATH, which is called `base` below `root`; None after a report."""
    if not base:
        return open_source(path, findings, root)
    location = _without_links(path, findings)
    if location is None:
        return None
    if os.path.isdir(location):
        return _open_folder(root, base, location, findings)
    return _open_zip(root, base, location, path, findings)


def open_stream(data: bytes, findings: Findings, root: str = STDIN) -> Source | None:
    """Return the package in the zip `data`; None, with a report, if it has none.

    `root` "-" is standard input.
    """
    if data:
        return _open_zip(root, "", data, None, findings)
    _not_a_package(_stream_name(root), root, "it is empty", "send a zip of the package", findings)
    return None


def _stream_name(root: str) -> str:
    return "standard input" if root == STDIN else root


class _CatalogSearch:
    """The search for packages below a folder that is called `root` in messages."""

    def __init__(self, root: str, findings: Findings) -> None:
        self.root, self.findings = root, findings
        self.waiting: list[tuple[str, str]] = []
        self.files = self.folders = self.hidden = 0
        # The first file whose name is nearly that of a manifest.
        self.misspelt_manifest: str | None = None

    def packages(self, top: str) -> list[Source]:
        """Return the packages below `top` (a path without links).

        Report the reason if there are none.
        """
        before = self.findings.errors
        self.waiting.append((top, ""))
        sources: list[Source] = []
        while self.waiting:
            opened = self._folder(*self.waiting.pop())
            sources.extend(source for source in opened if source is not None)
        if not sources and self.findings.errors == before:
            _no_package(self.root, *self._what_is_there(top), self.findings)
        return sources

    def _what_is_there(self, top: str) -> tuple[str, str]:
        """Return why there is no package, and what to do."""
        from muranopl.ard.sources.file_types import package_around

        around = package_around(top)
        if around is not None:
            return ("it is a folder of a package", f'pass the package "{shown(as_text(around))}"')
        remedy = f"pass the folder that contains {MANIFEST}"
        if not self.files and not self.folders:
            return "the folder is empty", remedy
        result = [
            f"{count:,} {kind}{'s' * (count != 1)}"
            for count, kind in ((self.files, "file"), (self.folders, "folder"))
            if count
        ]
        why = f"it contains {' and '.join(result)}, but no {MANIFEST} and no zip of a package"
        if self.misspelt_manifest is not None:
            why += f' ("{shown(self.misspelt_manifest)}" must be renamed)'
        if self.hidden:
            remedy += f"; hidden folders are not searched ({self.hidden:,} skipped)"
        return why, remedy

    def _folder(self, location: str, base: str) -> Iterator[Source | None]:
        """Yield the package that a folder is, or else its zips, and queue its folders.

        Yield None for a package that cannot be opened, which is reported.
        """
        try:
            with os.scandir(location) as result:
                entries = sorted(result, key=lambda entry: entry.name)
        except OSError as error:
            report_unopened(
                SourceError("unreadable", error_reason(error)), self.root, base, self.findings
            )
            return
        # Nothing below a package is searched: its Resources may hold packages as data.
        if any(entry.name == MANIFEST for entry in entries):
            yield _open_folder(self.root, base, location, self.findings)
            return
        folders = []
        for entry in entries:
            name = as_text(entry.name)
            path = f"{base}/{name}" if base else name
            is_folder = entry.is_dir(follow_symlinks=False)
            self.folders += is_folder
            self.files += not is_folder
            if name.startswith("."):
                self.hidden += is_folder
                continue
            if entry.is_symlink():
                self._link(entry, path)
            elif is_folder:
                folders.append((entry.path, path))
            elif name.lower().endswith(".zip"):
                yield _open_zip(self.root, path, entry.path, entry.path, self.findings)
            elif self.misspelt_manifest is None and name.lower() in _MISSPELT_MANIFESTS:
                self.misspelt_manifest = path
        # The stack returns the last one first, and folders are searched in sorted order.
        self.waiting.extend(reversed(folders))

    def _link(self, entry: os.DirEntry[str], path: str) -> None:
        """Report a link that would be a package if links were followed."""
        if entry.name.lower().endswith(".zip") or os.path.lexists(
            os.path.join(entry.path, MANIFEST)
        ):
            self.findings.report(
                rules.LINK_NOT_FOLLOWED,
                Place(file_in(self.root, path)),
                severity=Severity.WARNING,
                path=shown(path),
                problem="leads to a package, but links in a catalog are not followed",
                suggestion="pass the package's own path as well",
            )


def _open_folder(root: str, base: str, location: str, findings: Findings) -> Source | None:
    """Return the package in the folder `location` (without links), called `base` below `root`."""
    from muranopl.diagnostics.internal_errors import report_internal_error  # only after a bug

    try:
        return open_directory(root, base, location, findings)
    except Exception as error:
        report_internal_error(error, "package", Place(file_in(root, base)), findings)
        return None


def _open_file(path: str, root: str, findings: Findings) -> Source | None:
    """Return the package at a PATH that is not a folder, called `root`; None after a report."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        _not_a_package(
            root, root, error_reason(error), "check the spelling and the current folder", findings
        )
        return None
    if stat.S_ISFIFO(mode):
        remedy = "pass - as PATH and redirect the pipe to standard input"
        _not_a_package(root, root, "it is a pipe", remedy, findings)
        return None
    location = _without_links(path, findings)
    if location is None:
        return None
    return _open_zip(root, "", location, path, findings)


def _open_zip(
    root: str, base: str, content: str | bytes, spelled: str | None, findings: Findings
) -> Source | None:
    """Return the package in a zip, called `base` below `root`; None after a report.

    `content` is its path without links, or its bytes; `spelled` is the path to name in messages,
    None for a stream.
    """
    # Most packages are folders
    from muranopl.ard.sources.archive import ZipBytes, open_archive
    from muranopl.ard.sources.file_types import HEAD, description_of_file, starts_like_zip
    from muranopl.diagnostics.internal_errors import report_internal_error  # only after a bug

    try:
        packed = ZipBytes(content)
        head = packed.read(HEAD)
        if starts_like_zip(head) or packed.is_zip():
            return open_archive(root, base, packed, findings)
    except SourceError as error:
        report_unopened(error, root, base, findings)
        return None
    except Exception as error:
        report_internal_error(error, "package", Place(file_in(root, base)), findings)
        return None
    name = _stream_name(root) if spelled is None else base or root
    _not_a_package(name, root, *description_of_file(head, spelled), findings, base=base)
    return None


def _without_links(path: str, findings: Findings) -> str | None:
    """Return the absolute path without links.

    Return None, with a report, if the current folder is gone.
    """
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        root = as_text(path)
        _not_a_package(root, root, error_reason(error), "change to a folder that exists", findings)
        return None


def _no_package(root: str, why: str, remedy: str, findings: Findings) -> None:
    findings.report(
        rules.NO_PACKAGE, Place(file_in(root, "")), path=shown(root), reason=why, suggestion=remedy
    )


def _not_a_package(
    name: str, root: str, why: str, remedy: str, findings: Findings, *, base: str = ""
) -> None:
    place = Place(file_in(root, base))
    findings.report(rules.NOT_A_PACKAGE, place, path=shown(name), reason=why, suggestion=remedy)
