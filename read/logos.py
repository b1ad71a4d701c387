"""Files that the manifest names besides classes: the logos."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping
from muranopl.ard.sources.source import Source, join_inside
from muranopl.diagnostics.bounds import LOGO_SIZE
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.read.documents import read_file
from muranopl.read.outside import report_outside
from muranopl.read.package import PackageHeader

_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff")


def check_logos(header: PackageHeader, findings: Findings) -> None:
    """Check the logo of the package and of its supplier.

    A logo that is named must exist, be an image, and not be too large.
    """
    node = header.manifest.node
    _check(header.source, node, "logo", "logo.png", findings)
    supplier = node.get("Supplier")
    if isinstance(supplier, Mapping):
        _check(header.source, supplier, "supplier logo", "supplier_logo.png", findings)


def _check(source: Source, node: Mapping, what: str, default: str, findings: Findings) -> None:
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
    problem = None if data is None else _problem(data)
    if problem:
        findings.report(rules.BAD_LOGO, place, what=what, path=path, problem=problem)


def _problem(data: bytes) -> str | None:
    if not data.startswith(_SIGNATURES) and data[6:10] not in {b"JFIF", b"Exif"}:
        return "is not a PNG, JPEG or GIF image"
    if len(data) > LOGO_SIZE.most:
        return f"has {len(data)} bytes; at most {LOGO_SIZE.most} are taken"
    return None
