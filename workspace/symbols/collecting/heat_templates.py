"""Occurrences in a Heat template: parameters, resources, conditions and outputs."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar
from muranopl.ard.sources.package_folder import TEMPLATE
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.heat.references import dependencies, found_in, references
from muranopl.heat.template import HeatTemplate, read_heat_template
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.formats import FIRST
from muranopl.language.grammar.reading import Reading
from muranopl.read.package import Package, PackageId
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

KINDS = {
    "parameter": SymbolKind.TEMPLATE_PARAMETER,
    "resource": SymbolKind.RESOURCE,
    "condition": SymbolKind.CONDITION,
    "output": SymbolKind.OUTPUT,
}
"""The kinds of the parts of a template, by their words."""


def template_file(package: Package) -> File | None:
    """Return the template of a Heat package, None for other packages."""
    if package.header.format.is_heat and package.units:
        return package.units[0].file
    return None


def template_of(package: Package) -> HeatTemplate | None:
    """Return the template of a Heat package as it was read last, None if there is none."""
    file = template_file(package)
    data = None if file is None else _data(file, package)
    if file is None or data is None:
        return None
    # What is wrong with it was reported
    findings = Findings(max_per_code=1)
    documents = load(data, file, findings, dialect=None)
    root = documents[0] if documents else None
    if not isinstance(root, Mapping):
        return None
    return read_heat_template(root, Reading(findings, FIRST, refuses=None))


def _data(file: File, package: Package) -> bytes | None:
    """Return the content of a template: the text that was read last, if that is kept."""
    if file.text is not None:
        return file.text.encode("utf-8", "surrogatepass")
    try:
        return package.header.source.read(TEMPLATE)
    except SourceError:
        return None


def parts_of(template: HeatTemplate) -> Iterator[tuple[SymbolKind, Named]]:
    """Yield the named parts of a template with their kinds."""
    sections = {
        "parameter": template.parameters,
        "resource": template.resources,
        "condition": template.conditions,
        "output": template.outputs,
    }
    for word, parts in sections.items():
        for part in parts:
            yield KINDS[word], part


def heat_template(package: Package) -> Iterator[Occurrence]:
    """Yield the occurrences in the template of a package."""
    template = template_of(package)
    if template is None:
        return
    for kind, part in parts_of(template):
        yield from _at(
            part.name_node, kind, part.name, package.id, role=Role.DECLARATION
        )
    for reference in (*references(found_in(template)), *dependencies(template)):
        kind = KINDS[reference.kind]
        yield from _at(reference.node, kind, reference.name, package.id)
    for group in template.parameter_groups:
        for node in group.parameters:
            if isinstance(node, Scalar) and isinstance(node.value, str):
                kind = SymbolKind.TEMPLATE_PARAMETER
                yield from _at(node, kind, node.value, package.id)


def _at(
    node: Node,
    kind: SymbolKind,
    name: str,
    package: PackageId,
    role: Role = Role.REFERENCE,
) -> Iterator[Occurrence]:
    if isinstance(node, Scalar):
        yield Occurrence(node.place, Symbol(kind, name, package=package), role)
