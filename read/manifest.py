"""Reads the manifest of a package: the document, then checks of its format, name, version, classes.

Its entity is in `language.grammar.manifest`.
"""

from __future__ import annotations

from typing import TypeGuard

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, pairs_in
from muranopl.ard.positions import source_of
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, folder_name
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.catalogue import calls, yaml
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Severity, TextEdit, errors_of, fixed_by
from muranopl.diagnostics.findings import Findings, may_be_within
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.places import File
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.formats import (
    FIRST,
    LATEST,
    Format,
    is_foreign,
    meant_format,
    parse_format,
)
from muranopl.language.grammar.known_names import CORE_LIBRARY, ROOT_CLASS
from muranopl.language.grammar.manifest import ListedClass, Manifest, read_manifest
from muranopl.language.grammar.names import (
    DOTTED,
    FULL_NAME,
    LONGEST_FULL_NAME,
    LONGEST_NAME,
    is_package_name,
)
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.versions import DEFAULT_VERSION, coerce, is_complete, is_spec
from muranopl.read.documents import MANIFEST as MANIFEST_KIND
from muranopl.read.documents import has_other_kind, read_document
from muranopl.read.package import PackageHeader, PackageId
from muranopl.read.suspicious_scalars import report_stray_closings


def read_header(
    source: Source,
    load: YamlLoader = load,
    max_per_code: int | None = PER_CODE.most,
    as_written: bool = False,
) -> PackageHeader:
    """Return the manifest of a package as a header.

    `as_written` is as in `Reading`, for its other files too.
    """
    findings = Findings(max_per_code=max_per_code)
    file = source.file(MANIFEST)
    node = read_document(source, file, MANIFEST, findings, dialect=None, load=load)
    if isinstance(node, Mapping) and is_foreign(_value(node.get("Format"))):
        node = _foreign(node)
    if node is None or has_other_kind(node, MANIFEST, MANIFEST_KIND, findings):
        node = None
        manifest = _empty(file)
    else:
        manifest = read_manifest(node, Reading(findings, refuses=None, as_written=as_written))
    readable = isinstance(node, Mapping)
    report_stray_closings((manifest.node,), file.text, findings)
    format_ = _format(manifest, findings)
    name = _full_name(manifest, findings)
    _check_lengths(manifest, findings)
    version = _version(manifest, findings)
    for entry in manifest.require:
        if _loses_zero(entry.node):
            _report_lost_zero(entry.node, f'the version of "{entry.name}"', findings)
    if format_.is_heat:
        manifest = _of_heat(manifest, findings)
    elif readable:
        _check_classes(manifest, findings)
    # Messages need a name in any case, even of a package that cannot be used.
    label = name or manifest.full_name
    if not label:
        label = CORE_LIBRARY if _is_core(manifest) else folder_name(source)
    findings.name_package(label)
    usable = (
        readable and name is not None and version is not None and _is_accepted(manifest, findings)
    )
    if not usable and not as_written:
        # The engine ignores misspelt keys: without their corrections it may accept the manifest
        usable = read_header(source, load, max_per_code, as_written=True).usable
    return PackageHeader(
        id=PackageId(label, version or DEFAULT_VERSION, file.display),
        source=source,
        file=file,
        manifest=manifest,
        format=format_,
        usable=usable,
        diagnostics=findings.diagnostics,
        as_written=as_written,
    )


def unread_header(source: Source, diagnostics: list[Diagnostic]) -> PackageHeader:
    """Return a package with an unreadable manifest; `diagnostics` are the reasons."""
    file = source.file(MANIFEST)
    id_ = PackageId(folder_name(source), DEFAULT_VERSION, file.display)
    return PackageHeader(
        id_, source, file, _empty(file), FIRST, usable=False, diagnostics=diagnostics
    )


def _empty(file: File) -> Manifest:
    return Manifest(node=Mapping(file, 1, 1, 1, 1, ()))


def _is_accepted(manifest: Manifest, findings: Findings) -> bool:
    """Return whether the engine accepts a package with these errors in its manifest.

    It reads few keys then, and the entries of `Classes` only when a class is requested.
    """
    keys = ("Format", "Type", "FullName", "Version", "Require", "Classes")
    nodes = [manifest.node.get(key) for key in keys]
    places = {node.place for node in nodes if node is not None and not _is_false(node)}
    errors = errors_of(findings.diagnostics)
    if any(error.code in _REFUSED or error.place in places for error in errors):
        return False
    # A diagnostic that counts others may stand for an error at one of these places
    counted = [error for error in errors if error.left_out]
    if any(may_be_within(item, place.line, place.line) for item in counted for place in places):
        return False
    return all(_is_specification(value) for _, value in pairs_in(manifest.node.get("Require")))


def _is_specification(node: Node) -> bool:
    """Return whether the engine takes a node as the specification of a version."""
    if not isinstance(node, Scalar):
        return False
    return not node.value or is_spec(str(node.value))


def _is_false(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.value


_REFUSED = {rule.code for rule in (yaml.NOT_TEXT, yaml.SYNTAX, yaml.TAG, yaml.MISSING_KEY)}


def _foreign(node: Mapping) -> Mapping:
    """Return only the identifying keys of a manifest for another kind of package."""
    readable = tuple(
        pair
        for pair in node.pairs
        if _value(pair[0]) in {"Format", "FullName", "Type", "Version", "Name"}
    )
    # Other kinds of packages cannot be checked, so absent Classes are not reported
    top = node.file, node.line, node.column, node.line, node.column
    classes = node.get("Classes") or Mapping(*top, ())
    return Mapping(*node.span, (*readable, (Scalar(*top, "Classes"), classes)))


def _of_heat(manifest: Manifest, findings: Findings) -> Manifest:
    """Return what the engine reads of a package made from a Heat template.

    Other keys are reported.
    """
    for key in ("Classes", "Require", "Meta", "UI"):
        pair = manifest.node.find(key)
        if pair is not None:
            findings.report(
                yaml.UNKNOWN_KEY,
                pair[0],
                key=key,
                what="the manifest of a Heat package",
                suggestion="remove it: the engine generates the class from the template",
            )
    # The one class has the name of the package
    name, node = manifest.full_name, manifest.node.get("FullName")
    classes = None
    if name is not None and node is not None:
        classes = (ListedClass(name, None, node, node),)
    return replaced(manifest, classes=classes, require=(), meta=(), ui=None)


def _value(node: Node | None) -> object:
    return node.value if isinstance(node, Scalar) else None


def _format(manifest: Manifest, findings: Findings) -> Format:
    node = manifest.format
    result = parse_format(_value(node))
    if node is not None and (
        result is None or (_is_false(node) and _value(node) not in (None, ""))
    ):
        value = str(_value(node))
        notes: tuple[str, ...] = ()
        if result is not None:
            notes = ("the engine reads it as MuranoPL/1.0, like any false value",)
        elif is_foreign(value):
            notes = ("plugins of the engine can add formats, which muranopl cannot check",)
        severity = Severity.ERROR if result is None else Severity.WARNING
        meant = meant_format(value) if result is None else None
        findings.report(
            rules.BAD_FORMAT,
            node,
            format=f'"{value}"',
            severity=severity,
            notes=notes,
            suggestion=did_you_mean(meant and str(meant), instead_of=value),
        )
        result = result or meant
    # Of an unknown format that was reported, nothing counts as too new besides
    return result or LATEST


def _full_name(manifest: Manifest, findings: Findings) -> str | None:
    """Return the full name, or None if the engine refuses it."""
    node, name = manifest.node.get("FullName"), manifest.full_name
    if node is None or name is None:
        return None
    is_plugin = manifest.extension is not None
    if not (is_package_name(name) if is_plugin else FULL_NAME.match(name)):
        findings.report(rules.BAD_FULL_NAME, node, name=name.replace("\n", "\\n"))
        return None
    for segment in name.split("."):
        if segment[0].isdigit():
            findings.report(rules.NAME_STARTS_WITH_DIGIT, node, segment=segment, name=name)
    if name == CORE_LIBRARY and not _is_core(manifest):
        findings.report(rules.CORE_NAME, node, name=name)
    return name


def _check_lengths(manifest: Manifest, findings: Findings) -> None:
    """Report names that are too long to be uploaded."""
    # Plugins are not uploaded
    if manifest.extension is None:
        for key, name, most in (
            ("Name", manifest.name, LONGEST_NAME),
            ("FullName", manifest.full_name, LONGEST_FULL_NAME),
        ):
            node = manifest.node.get(key)
            if node is not None and name is not None and len(name) > most:
                findings.report(rules.LONG_NAME, node, key=key, length=len(name), most=most)


def _is_core(manifest: Manifest) -> bool:
    """Return whether a package is a core library, judging by its classes."""
    return ROOT_CLASS in {entry.name for entry in manifest.classes or ()}


def _version(manifest: Manifest, findings: Findings) -> str | None:
    """Return the version as the engine coerces it, or None if it is refused."""
    node = manifest.version
    if node is None:
        return DEFAULT_VERSION
    text = str(_value(node))
    coerced = coerce(text)
    if _loses_zero(node):
        _report_lost_zero(node, "Version", findings)
    elif coerced is None:
        findings.report(rules.BAD_VERSION, node, version=text)
    elif not is_complete(text):
        edit = TextEdit(node.place, coerced)
        findings.report(
            rules.SLOPPY_VERSION,
            node,
            version=text,
            coerced=coerced,
            fixes=fixed_by(f"write `{coerced}`", edit),
        )
    return coerced


def _loses_zero(node: Node) -> TypeGuard[Scalar]:
    """Return whether a version is a number like `1.10`, which YAML reads as 1.1."""
    if not isinstance(node, Scalar) or not isinstance(node.value, float):
        return False
    written = source_of(node)
    # `1.0` ends with a zero too, but loses nothing as a number
    return written.endswith("0") and written != str(node.value)


def _report_lost_zero(node: Scalar, what: str, findings: Findings) -> None:
    written = source_of(node)
    findings.report(
        calls.ODD_NUMBER,
        node,
        what=what,
        text=written,
        value=node.value,
        suggestion=f"write all three numbers, which makes the version a string: `{written}.0`",
    )


def _check_classes(manifest: Manifest, findings: Findings) -> None:
    """Report a MuranoPL package without `Classes`, and keys of it that are not full class names."""
    if manifest.node.find("Classes") is None:
        place = manifest.node.head.place
        findings.report(yaml.MISSING_KEY, place, key="Classes", what="the manifest")
    for entry in manifest.classes or ():
        if not DOTTED.match(entry.name):
            findings.report(rules.BAD_CLASS_KEY, entry.name_node, name=described(entry.name_node))
