"""Reads one package: its units, its UI definition, its suppressions, and the logos.

`reader` calls it for each package, or takes a cached result.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.nodes import Mapping, Node
from muranopl.ard.sources.file_names import TEMPLATE
from muranopl.ard.sources.regular_files import report_damage
from muranopl.ard.sources.source import Source, join_inside
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.bounds import LOGO_SIZE, PER_CODE
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import NEAR_MARKERS, Diagnostic, Severity, Suppression
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest_path
from muranopl.diagnostics.places import File, Place
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.reading import Reading
from muranopl.read.classes import YAML_SUFFIXES, ReadUnit, read_unit, read_units
from muranopl.read.documents import (
    UI_DEFINITION,
    has_other_kind,
    read_document,
    read_file,
    report_outside,
)
from muranopl.read.exports import application_alone, seen_by_others
from muranopl.read.manifest_fixes import raising
from muranopl.read.package import ClassUnit, Package, PackageHeader
from muranopl.read.plans import check_plans
from muranopl.read.pushed_templates import check_code_templates, check_resource_templates
from muranopl.read.suspicious_scalars import check_private_keys

if TYPE_CHECKING:
    from muranopl.language.grammar.ui.definition import UIDefinition


UI_FOLDER = "UI"
DEFAULT_UI, LOGO, SUPPLIER_LOGO = "ui.yaml", "logo.png", "supplier_logo.png"
"""The names of files that the manifest does not name."""
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff")
"""What the files of images begin with, besides JPEG files of some kinds."""


def read_package(
    header: PackageHeader,
    load: YamlLoader = load,
    max_per_code: int | None = PER_CODE.most,
    unit: ReadUnit = read_unit,
    *,
    bodies: bool = True,
) -> Package:
    """Return the package of a header with its units.

    This is thread-safe. `bodies` and `unit` are as in `read_units`.
    """
    findings = Findings(header.id.name, max_per_code)
    findings.take(header.diagnostics)
    # Those of an extension are in Python
    bodies = bodies and header.manifest.extension is None
    noting = FileNotes(load)
    noting.note(header.file)
    if header.format.is_heat:
        units, ui = _read_template(header, findings, noting.load)
    else:
        units = read_units(header, findings, load, bodies=bodies, read=unit)
        for read in units:
            noting.note(read.file)
        ui = _read_ui(header, findings, noting.load)
    load = noting.load
    check_logos(header, findings)
    placeholders = check_plans(header, findings, load)
    versions = check_resource_templates(header, findings, load)
    check_code_templates(units, findings)
    check_private_keys(header, noting.files, findings)
    report_damage(header.source, findings)
    suppressions = tuple(noting.suppressions)
    return Package(header, units, ui, findings.diagnostics, suppressions, placeholders, versions)


def read_exports(
    header: PackageHeader,
    load: YamlLoader = load,
    max_per_code: int | None = PER_CODE.most,
    unit: ReadUnit = read_unit,
) -> Package:
    """Return the visible part of a package, see `seen_by_others`.

    Its diagnostics are incomplete. `unit` is as in `read_units`.
    """
    findings = Findings(header.id.name, max_per_code)
    if header.format.is_heat:
        units, ui = _read_template(header, findings, load)
    else:
        units = read_units(header, findings, load, bodies=False, read=unit)
        ui = _read_ui(header, findings, load, application_alone)
    units = tuple(
        msgspec.structs.replace(read, classes=seen_by_others(read.classes, header))
        for read in units
    )
    return Package(header, units, ui, findings.diagnostics)


def _read_template(
    header: PackageHeader, findings: Findings, load: YamlLoader
) -> tuple[tuple[ClassUnit, ...], UIDefinition | None]:
    """Return the unit and the UI definition of a Heat package."""
    from muranopl.read.hot_template import read_template  # such packages are rare

    return read_template(header, findings, load)


def unknown_package(header: PackageHeader, diagnostics: list[Diagnostic]) -> Package:
    """Return a package with no more than its name and the names of its classes.

    Its classes are unreadable, so nothing is reported about their members. `diagnostics` are the
    reasons.
    """
    manifest = replaced(header.manifest, require=(), meta=())
    unit = ClassUnit(header.file, manifest.classes or (), complete=False)
    return Package(msgspec.structs.replace(header, manifest=manifest), (unit,), None, diagnostics)


def ui_file(header: PackageHeader) -> str | None:
    """Return the path of the UI definition, which may not exist.

    That of a Heat package is its template. Return None if the path leads out of its folder.
    """
    if header.format.is_heat:
        return TEMPLATE
    return join_inside(UI_FOLDER, header.manifest.ui or DEFAULT_UI)


def _read_ui(
    header: PackageHeader,
    findings: Findings,
    load: YamlLoader,
    seen: Callable[[Node], Node] = lambda document: document,
) -> UIDefinition | None:
    """Return the UI definition, or None.

    A missing file is not a upload error: the package just has no form. `seen` returns the part of the
    document to read.
    """
    written, name = header.manifest.node.get("UI"), header.manifest.ui or DEFAULT_UI
    path = ui_file(header)
    if path is None:
        if written is not None:
            report_outside(findings, written.place, "UI file", name, UI_FOLDER)
        return None

    def missing() -> None:
        _report_missing_ui(header, path, findings)

    document = read_document(
        header.source,
        header.source.file(path),
        path,
        findings,
        Dialect.UI,
        load=load,
        missing=missing,
    )
    if document is None or has_other_kind(document, path, UI_DEFINITION, findings):
        return None
    # Many packages have no form, and the grammar of forms is half of that of all files.
    from muranopl.language.grammar.ui.definition import read_ui

    reading = Reading(
        findings,
        header.format,
        refuses=None,
        as_written=header.as_written,
        raising=functools.partial(raising, header.manifest.node),
    )
    return read_ui(seen(document), reading)


def _report_missing_ui(header: PackageHeader, path: str, findings: Findings) -> None:
    """Report a UI file that the manifest names, or one that is there under another name."""
    written = header.manifest.node.get("UI")
    forms = [
        item
        for item in header.source.paths()
        # A folder in another case, such as `ui/`, is not read, but was probably meant
        if item.casefold().startswith(f"{UI_FOLDER}/".casefold()) and item.endswith(YAML_SUFFIXES)
    ]
    near = nearest_path(path, forms)
    if near is None and len(forms) == 1:
        near = forms[0]
    name = (near or "").removeprefix(f"{UI_FOLDER}/")
    if written is not None and header.manifest.ui:
        place, suggestion = written.place, did_you_mean(name or None)
    elif near is not None:
        place = Place(header.source.file(near))
        suggestion = f"rename {near} to {path}"
    else:
        return
    findings.report(
        rules.FILE_MISSING,
        place,
        what="UI file",
        path=path,
        suggestion=suggestion,
        severity=Severity.WARNING,
    )


class FileNotes:
    """Notes the YAML files that are passed to `note`, or loaded through `load`, and their suppressions."""

    def __init__(self, load: YamlLoader) -> None:
        self._load = load
        self.files: list[File] = []
        self.suppressions: list[Suppression] = []

    def load(
        self, data: bytes, file: File, findings: Findings, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        documents = self._load(data, file, findings, dialect)
        self.note(file)
        return documents

    def note(self, file: File) -> None:
        """Note a file that was read, and its suppressions."""
        self.files.append(file)
        text = file.text
        # Hardly any file mentions them, so that the others cost no more than this search
        if text is not None and any(marker in text for marker in NEAR_MARKERS):
            from muranopl.diagnostics.suppressions.scanning import suppressions_in

            self.suppressions += suppressions_in(file)


def check_logos(header: PackageHeader, findings: Findings) -> None:
    """Check the logo of the package and of its supplier.

    A logo that is named must exist, be an image, and not be too large.
    """
    node = header.manifest.node
    _check_logo(header.source, node, "logo", LOGO, findings)
    supplier = node.get("Supplier")
    if isinstance(supplier, Mapping):
        _check_logo(header.source, supplier, "supplier logo", SUPPLIER_LOGO, findings)


def _check_logo(source: Source, node: Mapping, what: str, default: str, findings: Findings) -> None:
    named = node.get("Logo")
    value = getattr(named, "value", None)
    if named is not None and value is not None and not isinstance(value, str):
        return  # reported as a wrong type
    name = value or default
    place = named.place if named is not None and value else Place(source.file(name))
    path = join_inside("", name)
    if path is None:
        report_outside(findings, place, what, name, "")
        return

    def missing() -> None:
        # The default file is optional, unlike one that is named
        if value:
            findings.report(rules.FILE_MISSING, place, what=what, path=path)

    data = read_file(source, path, findings, missing, place)
    problem = None if data is None else _problem_of_logo(data)
    if problem:
        findings.report(rules.BAD_LOGO, place, what=what, path=path, problem=problem)


def _problem_of_logo(data: bytes) -> str | None:
    if not data.startswith(_IMAGES) and data[6:10] not in {b"JFIF", b"Exif"}:
        return "is not a PNG, JPEG or GIF image"
    if len(data) > LOGO_SIZE.most:
        return f"has {len(data)} bytes; at most {LOGO_SIZE.most} are allowed"
    return None
