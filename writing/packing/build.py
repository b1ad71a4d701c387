"""Packages made into zips, as they are uploaded, and bundles of them.

`.muranoignore` names the files of a package that its zip leaves out.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from pathspec import GitIgnoreSpec

from muranopl.ard.sources.file_names import distinct_names, shown
from muranopl.ard.sources.regular_files import report_failure
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import topological_order
from muranopl.diagnostics.usage import UsageError
from muranopl.read.index import PackageEntry
from muranopl.writing.packing.archive import archive

UPLOAD_SIZE = 5 * 2**20
"""The size of a zip, in bytes, that Murano takes if its operator sets no other.

Source: reference/package-layout.md, Upload and load rules.
"""
_IGNORE_FILE = ".muranoignore"
"""A file of patterns at the top of a package, in the syntax of `.gitignore`."""
_LITTER = (
    _IGNORE_FILE,
    # Configuration of muranopl and of version control
    "/muranopl.toml",
    "/muranopl.lock",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".gitkeep",
    ".hg",
    ".hgignore",
    ".svn",
    # Editors and desktops
    "*~",
    ".#*",
    r"\#*#",
    "*.swp",
    "*.swo",
    "*.bak",
    ".idea",
    ".vscode",
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
    "__MACOSX",
    # Left by merges and by Python
    "*.orig",
    "*.rej",
    "__pycache__",
    "*.pyc",
)
"""Patterns for every package; patterns of its own file come later, so `!` revokes one."""


class BuiltPackage(msgspec.Struct, frozen=True):
    """A package as a zip: `data` are its bytes, `file` is the name it gets.

    `entries` are the paths of the files in it, `left_out` of those that were ignored.
    """

    name: str
    version: str
    file: str
    data: bytes
    entries: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def is_too_large(self) -> bool:
        """Whether a Murano with the default settings refuses to take the zip."""
        return len(self.data) > UPLOAD_SIZE

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal digits."""
        return hashlib.sha256(self.data).hexdigest()


class BuildResult(msgspec.Struct, frozen=True):
    """The zips of packages, and the diagnostics of the packages and of their zips.

    There are no zips if a diagnostic is an error.
    """

    packages: tuple[BuiltPackage, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether the packages were built."""
        return not errors_of(self.diagnostics)

    def write(self, folder: str) -> list[str]:
        """Write the zips to a folder, which is made if need be; return their paths.

        Raise OSError.
        """
        os.makedirs(folder, exist_ok=True)
        paths = []
        for package in self.packages:
            path = os.path.join(folder, package.file)
            with open(path, "wb") as file:
                file.write(package.data)
            paths.append(path)
        return paths


def build_all(
    entries: Sequence[PackageEntry], *, compress: bool
) -> tuple[list[BuiltPackage], list[Diagnostic]]:
    """Return the zips of packages, without those whose files cannot be read, and the diagnostics.

    Packages follow those that they require.
    A zip is called after the full name of its package, as Murano's client looks for the packages of
    a bundle; if there are several versions, the version follows, as in a repository of packages.
    """
    ordered = list(_required_first(entries))
    names = distinct_names(
        [(entry.name, f"{entry.name}.{entry.summary.version}") for entry in ordered]
    )
    packages = []
    diagnostics = []
    for entry, name in zip(ordered, names, strict=True):
        findings = Findings(entry.name)
        package = _build(entry, f"{name}.zip", findings, compress)
        if package is not None:
            packages.append(package)
        diagnostics += findings.diagnostics
    return packages, diagnostics


def bundle_of(packages: Iterable[BuiltPackage]) -> dict[str, Any]:
    """Return the bundle of packages, in their order, as plain data.

    The client looks for the zips beside the bundle, by the full names of their packages, and in a
    repository by names and versions (python-muranoclient 2.8.0, read and run).
    """
    return {
        "Packages": [{"Name": package.name, "Version": package.version} for package in packages]
    }


def _required_first(entries: Iterable[PackageEntry]) -> Iterator[PackageEntry]:
    versions: dict[str, list[PackageEntry]] = {}
    for entry in entries:
        versions.setdefault(entry.name, []).append(entry)
    requirements = {
        name: {need for entry in same for need in entry.summary.requires}
        for name, same in sorted(versions.items())
    }
    for name in topological_order(requirements):
        yield from versions[name]


def _build(
    entry: PackageEntry, file: str, findings: Findings, compress: bool
) -> BuiltPackage | None:
    source = entry.source
    paths = source.paths()
    left_out = _ignored(entry, paths, findings)
    contents = {}
    for path in paths:
        if path not in left_out:
            try:
                contents[path] = source.read(path)
            except SourceError as error:
                report_failure(source, path, error, findings)
    if findings.errors:
        return None
    data = archive(contents, compress=compress)
    return BuiltPackage(
        entry.name,
        entry.summary.version,
        file,
        data,
        tuple(sorted(contents)),
        tuple(sorted(left_out)),
    )


def _ignored(entry: PackageEntry, paths: Sequence[str], findings: Findings) -> frozenset[str]:
    """Return the paths that are left out. Raise UsageError for patterns that cannot be read."""
    source = entry.source
    patterns = ""
    if _IGNORE_FILE in paths:
        try:
            patterns = source.read(_IGNORE_FILE).decode("utf-8-sig")
        except SourceError as error:
            report_failure(source, _IGNORE_FILE, error, findings)
        except UnicodeDecodeError:
            raise _unreadable(source, "it is not UTF-8") from None
    try:
        # Zips that were built in the package's folder are not part of it
        built = f"/{entry.name}.zip\n/{entry.name}.*.zip\n"
        return _matching(paths, built + patterns)
    except ValueError as error:
        raise _unreadable(source, str(error)) from None


def _matching(paths: Iterable[str], patterns: str) -> frozenset[str]:
    """Return the paths that are left out, with the patterns of a `.muranoignore`.

    Raise ValueError for a pattern that cannot be read.
    """
    spec = GitIgnoreSpec.from_lines([*_LITTER, *patterns.splitlines()])
    return frozenset(spec.match_files(paths))


def _unreadable(source: Source, problem: str) -> UsageError:
    file = shown(source.file(_IGNORE_FILE).display)
    return UsageError(f'the patterns of "{file}" cannot be read: {problem}')
