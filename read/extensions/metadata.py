"""Reads the metadata of built distributions: `entry_points.txt`, and the name in `METADATA`.

Distributions that are not built: `checkouts`.
"""

from __future__ import annotations

import configparser
import json
import os
import re
from collections.abc import Sequence
from urllib.parse import urlsplit
from urllib.request import url2pathname

from muranopl.ard.sources.regular_files import too_large
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.bounds import MODULE_SIZE
from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.visible import visible
from muranopl.read.extensions.distribution import Distribution, entry_points
from muranopl.read.extensions.modules import Modules
from muranopl.read.extensions.trees import FolderTree, Tree

PROJECT_FILES = ("pyproject.toml", "setup.cfg", "setup.py")
"""Files of a checkout, whose metadata is built again when it is installed."""
_ENTRY_POINTS, _DIRECT_URL = "entry_points.txt", "direct_url.json"
SOURCE_ROOTS = ("", "src", "lib")
"""Folders of a checkout that modules are usually in."""

_METADATA = ("METADATA", "PKG-INFO")
_REMEDY = "build the distribution again, and install it"


def is_metadata(name: str) -> bool:
    """Return whether a folder has the metadata of a built distribution, by its name."""
    return name.endswith((".dist-info", ".egg-info"))


def built_distributions(
    tree: Tree, findings: Findings, folder: str = "", roots: Sequence[str] = ("",)
) -> list[Distribution]:
    """Return the distributions whose metadata is in a folder, if they are for the engine."""
    try:
        names = tree.names(folder)
    except SourceError:
        return []
    start = f"{folder}/" if folder else ""
    return [
        item
        for name in names
        if is_metadata(name)
        for item in built_distribution(tree, f"{start}{name}", findings, roots)
    ]


def built_distribution(
    tree: Tree, path: str, findings: Findings, roots: Sequence[str] = ("",)
) -> list[Distribution]:
    """Return the distribution with the metadata in a folder; none if it has no entry points."""
    text = text_of(tree, f"{path}/{_ENTRY_POINTS}", findings)
    # Most installed distributions have entry points, but none for the engine: no need to parse them
    if text is None or text.text is None or "io.murano" not in text.text:
        return []
    groups = read_ini(text, findings)
    points = entry_points(groups, text)
    if not points:
        return []
    headers = _headers(tree, path, findings)
    name = _first(headers, "name")
    if name is None:
        report_metadata(Place(tree.file(path)), "it has no Name", findings)
        return []
    if not any(file in tree.names() for file in PROJECT_FILES):
        _check_name(name, path.rpartition("/")[2], points[0].place, findings)
    location = f"{tree.location}/{path}"
    try:
        modules = _of_checkout(tree, path, findings) or Modules(tree, roots)
    except SourceError as error:
        place = Place(tree.file(f"{path}/{_DIRECT_URL}"))
        remedy = "pass the folder of the source instead"
        report_metadata(place, error.message, findings, remedy)
        return []
    requires = headers.get("requires-dist") or _requires(tree, path, findings)
    version = _first(headers, "version")
    return [
        Distribution(
            name, points[0].place, location, tuple(points), modules, version, tuple(requires)
        )
    ]


def _check_name(name: str, folder: str, place: Place, findings: Findings) -> None:
    """Report a plugin to which pkg_resources gives another name than its metadata."""
    written = folder.removesuffix(".dist-info").removesuffix(".egg-info")
    engine_name = _NO_NAME.sub("-", written.partition("-")[0])
    if engine_name != name:
        plain = name.replace("-", "")
        findings.report(
            rules.BUILT_NAME,
            place,
            engine_name=visible(engine_name),
            name=visible(name),
            folder=visible(folder),
            # pkg_resources has a name as it is if the folder has
            suggestion=f"name it {visible(engine_name)}" if _NO_NAME.search(plain) else None,
        )


_NO_NAME = re.compile("[^A-Za-z0-9.]+")
"""What pkg_resources replaces in names."""


def _of_checkout(tree: Tree, path: str, findings: Findings) -> Modules | None:
    """Return the modules of a distribution that is installed as a link to its source (PEP 610).

    Raise SourceError for one that may not lead there.
    """
    if not isinstance(tree, FolderTree):
        return None
    file = text_of(tree, f"{path}/{_DIRECT_URL}", findings)
    if file is None:
        return None
    try:
        data = json.loads(file.text or "")
        is_editable = data["dir_info"]["editable"]
        url = urlsplit(data["url"])
        folder = url2pathname(url.path)
        is_folder = os.path.isdir(folder)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    if not is_editable or url.scheme != "file" or not is_folder:
        return None
    if not tree.may_lead_to(folder):
        reason = "the source of the editable installation is outside the folder"
        raise SourceError("outside", reason)
    return Modules(FolderTree(folder), SOURCE_ROOTS)


def read_ini(file: File, findings: Findings) -> dict[str, dict[str, str]]:
    """Return the sections of a file, {} after a report."""
    # As the specification of entry points says: only `=` separates, and names keep their case
    parser = configparser.RawConfigParser(delimiters="=", strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(file.text or "")
    except configparser.Error as error:
        line = getattr(error, "lineno", None) or _first_line(error)
        reason = error.message.partition("\n")[0].rstrip(":. ")
        report_metadata(Place(file, line, 1, line, 1), reason, findings)
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}


def _first_line(error: configparser.Error) -> int:
    errors = getattr(error, "errors", None) or [(1, "")]
    return int(errors[0][0])


def text_of(tree: Tree, path: str, findings: Findings) -> File | None:
    """Return a file with its text, None if there is none, or after a report."""
    file = tree.file(path)
    try:
        data = tree.read(path)
        if len(data) > MODULE_SIZE.most:
            raise too_large(len(data), MODULE_SIZE.most)
        file.text = data.decode("utf-8-sig")
    except SourceError as error:
        if error.kind != "missing":
            report_metadata(Place(file), error.message, findings)
        return None
    except UnicodeDecodeError:
        report_metadata(Place(file), "it is not UTF-8", findings)
        return None
    return file


def report_metadata(place: Place, reason: str, findings: Findings, remedy: str = _REMEDY) -> None:
    """Report metadata that cannot be read."""
    findings.report(rules.BAD_METADATA, place, reason=reason, suggestion=remedy)


def _headers(tree: Tree, path: str, findings: Findings) -> dict[str, list[str]]:
    """Return the values of the metadata in a folder by their keys, as they are written there."""
    for name in _METADATA:
        file = text_of(tree, f"{path}/{name}" if path else name, findings)
        headers: dict[str, list[str]] = {}
        for line in [] if file is None else file.lines():
            # The headers end here; the description below may have any text
            if not line:
                break
            key, _, value = line.partition(":")
            if value.strip():
                headers.setdefault(key.lower(), []).append(value.strip())
        if headers.get("name"):
            return headers
    return {}


def _requires(tree: Tree, path: str, findings: Findings) -> list[str]:
    """Return the requirements of an older kind of metadata, without those of extras."""
    file = text_of(tree, f"{path}/requires.txt", findings)
    return [] if file is None else requirement_lines((file.text or "").partition("\n[")[0])


def requirement_lines(text: str) -> list[str]:
    """Return the requirements in the lines of a text, without comments and options of pip."""
    lines = (line.partition(" #")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and line[0] not in "#-["]


def released_version(tree: Tree, findings: Findings) -> str | None:
    """Return the version of a source distribution by its metadata; None for another tree."""
    return _first(_headers(tree, "", findings), "version")


def _first(headers: dict[str, list[str]], key: str) -> str | None:
    return next(iter(headers.get(key, ())), None)
