"""Packages that are to be taken into the catalog: what Murano's API refuses, in its words, and what a check finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.catalogue import manifest, shapes, sources, yaml
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.interfaces.server.bodies import error_bytes
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.contents import InstalledPackage
    from muranopl.interfaces.server.work.served import ServedCatalog
    from muranopl.report import Report

LONGEST_NAME = 80
_MOST_LINES = 20
_MANIFEST = "manifest.yaml"

_FORMAT = "Incorrect package format: "
_NOT_A_ZIP = (sources.NOT_A_PACKAGE.code, sources.DAMAGED_ARCHIVE.code)
_NO_MANIFEST = (sources.NO_PACKAGE.code, sources.WRAPPED_PACKAGE.code)
_NOT_YAML = (yaml.SYNTAX.code, yaml.NOT_TEXT.code, manifest.EMPTY_FILE.code)
_MISSING = {"FullName": "FullName is not specified", "Type": "Invalid package Type None"}


class Candidate(msgspec.Struct, frozen=True):
    """A package that may be taken."""

    name: str
    version: str


def examine(served: ServedCatalog, name: str, package: bytes, categories: Sequence[str]) -> TaskAnswer:
    """Return the name and version of a package that may be taken, else why it may not (rest-api.md, section 4)."""
    report = served.with_uploads({name: package}, {}).check()
    refused = _not_loaded(report, name)
    if refused is None:
        (new,) = (each for each in served.alone({name: package}).contents.packages if each.checked)
        refused = _not_registered(new, served.catalog.contents.packages, categories)
    if refused is not None:
        return TaskAnswer(400, error_bytes(400, refused, report.diagnostics))
    if not report.ok:
        return TaskAnswer(422, error_bytes(422, _findings(report.diagnostics), report.diagnostics))
    return TaskAnswer(200, msgspec.json.encode(Candidate(new.name, new.version)))


def _not_loaded(report: Report, name: str) -> str | None:
    """Return why Murano would not load a package."""
    for each in report.diagnostics:
        if each.severity is Severity.ERROR:
            words = _in_words(each, name)
            if words is not None:
                return f"Couldn't load package from file: {words}"
    return None if len(report.packages) == 1 else "Couldn't load package from file: Unable to find package manifest"


def _in_words(found: Diagnostic, name: str) -> str | None:
    """Return what Murano says of an error that keeps it from loading a package, None of others."""
    if found.code in _NOT_A_ZIP and found.file == name:
        return f"{_FORMAT}Uploaded file {name} is not a zip archive"
    if found.code in _NO_MANIFEST:
        return "Unable to find package manifest"
    if found.file != _MANIFEST:
        return None
    if found.code in _NOT_YAML:
        return f"Unable to load due to '{found.message}'"
    match found.code:
        case manifest.BAD_FORMAT.code:
            return f"{_FORMAT}Unsupported format {_written(found)}"
        case manifest.BAD_FULL_NAME.code:
            return f"{_FORMAT}Invalid FullName {_written(found)}"
        case manifest.BAD_VERSION.code | manifest.OUTSIDE.code:
            return f"Couldn't load package from file: {found.message}"
        case manifest.BAD_LOGO.code:
            return f"Unable to load logo: {found.message}"
    if found.code == shapes.BAD_CHOICE.code and found.message.startswith("Type "):
        return f"{_FORMAT}Invalid package Type {_written(found)}"
    return next((f"{_FORMAT}{words}" for key, words in _MISSING.items() if found.message.endswith(f" no {key}")), None)


def _written(found: Diagnostic) -> str:
    """Return what stands at the place of a diagnostic."""
    lines = found.place.file.lines()
    line = lines[found.line - 1] if found.line <= len(lines) else ""
    return line[found.column - 1 : found.end_column - 1 if found.end_line == found.line else None]


def _not_registered(new: InstalledPackage, there: Iterable[InstalledPackage], categories: Sequence[str]) -> str | None:
    """Return why a package cannot be beside those that are there. There are no categories here."""
    if len(new.title or new.name) > LONGEST_NAME:
        return f"Package name should be {LONGEST_NAME} characters maximum"
    if categories:
        return f"Category '{categories[0]}' doesn't exist"
    classes = set(new.classes)
    for each in there:
        if each.name == new.name:
            if each.version == new.version:
                return "Package with specified full name is already registered"
        elif not each.embedded and not classes.isdisjoint(each.classes):
            return "Class with the same full name is already registered in the visibility scope"
    return None


def _findings(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the errors of a package as lines, for clients that show no more than a message."""
    errors = [each for each in diagnostics if each.severity is Severity.ERROR]
    lines = [f"{each.file}:{each.line}:{each.column}: {each.code} {each.message}" for each in errors[:_MOST_LINES]]
    more = [f"and {len(errors) - _MOST_LINES:,} more"] if len(errors) > _MOST_LINES else []
    return "\n".join(["the package has errors:", *lines, *more])
