"""Finds extension plugins in an environment, a folder, a checkout, a wheel or an sdist."""

from __future__ import annotations

import contextlib
import glob
import importlib.metadata
import os
import sys
from collections.abc import Iterator

from muranopl.ard.sources.file_names import as_text, shown
from muranopl.ard.sources.regular_files import error_reason
from muranopl.ard.sources.source import SourceError
from muranopl.ard.sources.symlinks import is_below
from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.visible import is_address
from muranopl.language.grammar.names import DISTRIBUTION
from muranopl.read.extensions.checkouts import checkout
from muranopl.read.extensions.distribution import Distribution
from muranopl.read.extensions.metadata import (
    PROJECT_FILES,
    built_distribution,
    built_distributions,
    is_metadata,
)
from muranopl.read.extensions.trees import FolderTree, open_archive_tree

INSTALLED = "installed"
"""The plugins of the environment that muranopl runs in."""

_ANYWHERE = ""
"""Where the environment of muranopl may have the source of editable installations."""

ARCHIVES = (".whl", ".tar.gz", ".tgz", ".zip")


def find(where: str, findings: Findings) -> list[Distribution]:
    """Return the distributions with entry points for the engine; if there are none, report it.

    `where` is `installed`, the name of an installed distribution, or a path: a folder of installed
    distributions, a virtual environment, a checkout, a folder of these, a wheel, a source
    distribution.
    """
    before = findings.errors
    if where == INSTALLED:
        result, reason = _installed(findings), "no installed distribution declares one"
    elif os.path.isdir(where):
        result, reason = _in_folder(where, where, findings), _NONE_IN_FOLDER
    elif os.path.lexists(where):
        result, reason = _in_file(where, where, findings), _NONE_IN_FILE
    else:
        result, reason = (_named(where, findings), "no distribution with this name is installed")
    # What was reported is the reason why there is none
    if not result and findings.errors == before:
        _report_none(where, reason, findings)
    return result


def find_fetched(name: str, path: str, findings: Findings) -> list[Distribution]:
    """Return the distributions in a file that was fetched from an address, which is `name`.

    A folder may lead to other folders of this machine, and is no distribution here.
    """
    before = findings.errors
    is_file = os.path.isfile(path)
    result = _in_archive(path, name, findings) if is_file else []
    if not result and findings.errors == before:
        _report_none(name, _NONE_IN_FILE if is_file else "it is a folder", findings)
    return result


def is_known(where: str) -> bool:
    """Return whether a word is a path that exists, `installed`, or the name of a distribution.

    So is an address, whatever is there.
    """
    return (
        where == INSTALLED
        or is_address(where)
        or os.path.lexists(where)
        or (DISTRIBUTION.match(where) is not None and _metadata_of(where) is not None)
    )


_NONE_IN_FOLDER = "the folder has neither such a distribution nor its source"
_NONE_IN_FILE = "it is neither a wheel nor a source distribution with one"


def _installed(findings: Findings) -> list[Distribution]:
    result: dict[str, Distribution] = {}
    for folder in dict.fromkeys(sys.path):
        if folder and os.path.isdir(folder):
            for item in _in_site_packages(folder, folder, findings, _ANYWHERE):
                # The first of a name hides the others, as in Python
                result.setdefault(item.name, item)
    return list(result.values())


def _named(name: str, findings: Findings) -> list[Distribution]:
    # importlib.metadata would look for any word, and raises ValueError for an empty one
    folder = _metadata_of(name) if DISTRIBUTION.match(name) else None
    if folder is None:
        return []
    top, _, base = folder.rpartition(os.sep)
    tree = FolderTree(top, installed_below=_ANYWHERE)
    return built_distribution(tree, base, findings)


def _metadata_of(name: str) -> str | None:
    """Return the folder with the metadata of an installed distribution, None if there is none."""
    try:
        metadata = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    # No public attribute names the folder of the metadata
    path = getattr(metadata, "_path", None)
    return os.path.abspath(path) if path is not None and os.path.isdir(path) else None


def _in_folder(path: str, root: str, findings: Findings) -> list[Distribution]:
    """Return the distributions of a folder; of folders and files in it, if it is none itself."""
    distributions = _here(path, root, findings)
    if distributions is not None:
        return distributions
    try:
        with os.scandir(path) as result:
            entries = sorted(result, key=lambda entry: entry.name)
    except OSError as error:
        _report_none(root, error_reason(error), findings)
        return []
    inside: list[Distribution] = []
    for entry in entries:
        # A link may lead to what the folder has already, or out of it
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        below = os.path.join(root, entry.name)
        if entry.is_dir():
            inside += _here(entry.path, below, findings) or ()
        elif entry.name.lower().endswith(ARCHIVES):
            inside += _in_file(entry.path, below, findings)
    return inside


def _here(path: str, root: str, findings: Findings) -> list[Distribution] | None:
    """Return the distributions of a folder, None if it is none and has none installed."""
    path = os.path.abspath(path)
    if is_metadata(path):
        top, _, base = path.rpartition(os.sep)
        tree = FolderTree(os.path.dirname(os.path.normpath(root)), top)
        return built_distribution(tree, base, findings)
    names = os.listdir(path) if os.access(path, os.R_OK) else []
    # A checkout may have metadata of an earlier build: what its source says now comes first
    if any(name in names for name in PROJECT_FILES):
        return checkout(FolderTree(root, path), findings)
    if any(map(is_metadata, names)):
        return list(_in_site_packages(path, root, findings, path))
    if "pyvenv.cfg" in names:
        return [
            item
            for folder in _site_packages(path)
            for item in _in_site_packages(folder, folder, findings, path)
        ]
    return None


def _site_packages(environment: str) -> Iterator[str]:
    """Yield the folders of installed distributions of a virtual environment."""
    for pattern in ("lib/python*/site-packages", "Lib/site-packages"):
        for path in sorted(glob.glob(os.path.join(glob.escape(environment), pattern))):
            if is_below(os.path.realpath(path), os.path.realpath(environment)):
                yield path


def _in_site_packages(
    path: str, root: str, findings: Findings, installed_below: str
) -> Iterator[Distribution]:
    """Yield the distributions that are installed in a folder, those of checkouts included.

    Only below another folder, which may have come from strangers like this one, are these looked for.
    """
    tree = FolderTree(root, path, installed_below)
    yield from built_distributions(tree, findings)
    for folder in filter(tree.may_lead_to, _linked(tree)):
        yield from checkout(FolderTree(folder), findings)


def _linked(tree: FolderTree) -> Iterator[str]:
    """Yield the folders of checkouts that `.egg-link` files name."""
    try:
        names = tree.names()
    except SourceError:
        return
    for name in names:
        if name.endswith(".egg-link"):
            # Anything but a regular file is not what installs a link
            with contextlib.suppress(SourceError, ValueError):
                first = tree.read(name).partition(b"\n")[0]
                folder = os.fsdecode(first.strip())
                if os.path.isdir(folder):
                    yield folder


def _in_file(path: str, root: str, findings: Findings) -> list[Distribution]:
    """Return the distributions of a wheel or a source distribution."""
    if not path.lower().endswith(ARCHIVES) or os.path.islink(path):
        return []
    return _in_archive(path, root, findings)


def _in_archive(path: str, root: str, findings: Findings) -> list[Distribution]:
    try:
        tree = open_archive_tree(path, root)
    except SourceError as error:
        _report_none(root, error.message, findings)
        return []
    return built_distributions(tree, findings) or checkout(tree, findings)


def _report_none(where: str, reason: str, findings: Findings) -> None:
    path = as_text(where)
    findings.report(rules.NO_EXTENSION, Place(File(path, "")), path=shown(path), reason=reason)
