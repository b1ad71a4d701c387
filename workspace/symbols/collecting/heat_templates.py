"""Occurrences in Heat templates and environments: parameters, resources, conditions, outputs, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.ard.sources.source import SourceError, path_inside
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.formats import FIRST
from muranopl.language.grammar.reading import Reading
from muranopl.read.heat.calls import Found, HeatCall
from muranopl.read.heat.environments import PARAMETER_SECTIONS
from muranopl.read.heat.generated import ENVIRONMENTS, FILES
from muranopl.read.heat.references import dependencies, found_in, references
from muranopl.read.heat.template import HeatTemplate, read_heat_template
from muranopl.read.package import Package
from muranopl.read.pushed_templates import looks_like_template, may_be_template
from muranopl.workspace.symbols.collecting.keys import keys_of
from muranopl.workspace.symbols.collecting.meaning import file_symbol
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

KINDS = {
    "parameter": SymbolKind.TEMPLATE_PARAMETER,
    "resource": SymbolKind.RESOURCE,
    "condition": SymbolKind.CONDITION,
    "output": SymbolKind.OUTPUT,
}
"""The kinds of the parts of a template, by their words."""
OF_HEAT = frozenset(KINDS.values())
PARAMETERS = "templateParameters"
"""The property of the class that is made of a template with the values of its parameters."""


def template_file(package: Package) -> File | None:
    """Return the template of a Heat package, None for other packages."""
    if package.header.format.is_heat and package.units:
        return package.units[0].file
    return None


def template_paths(package: Package) -> Iterator[str]:
    """Yield the paths of the files of a package that may be templates."""
    own, source = template_file(package), package.header.source
    if own is not None:
        yield own.path
    for path in filter(may_be_template, source.paths()):
        yield source.file(path).path


def template_of(path: str, package: Package) -> HeatTemplate | None:
    """Return a template of a package as it was read last, by the path of its file; None if it is none.

    It is that of a Heat package, or one of the files in Resources.
    """
    own = template_file(package)
    file, source = own, package.header.source
    inside = source.inside(path)
    if own is None or path_inside(source, own) != inside:
        if not may_be_template(inside):
            return None
        file = source.file(inside)
    data = None if file is None else _data(file, package)
    if file is None or data is None or not (file is own or looks_like_template(data)):
        return None
    return read_template(data, file)


def read_template(data: bytes, file: File) -> HeatTemplate | None:
    """Return the template that a file has, None if it has none."""
    root = _document(data, file)
    if not isinstance(root, Mapping):
        return None
    # What is wrong with it was reported
    findings = Findings(max_per_code=1)
    return read_heat_template(root, Reading(findings, FIRST, refuses=None))


def _document(data: bytes, file: File) -> Node | None:
    documents = load(data, file, Findings(max_per_code=1), dialect=None)
    return documents[0] if documents else None


def _data(file: File, package: Package) -> bytes | None:
    """Return the content of a file: the text that was read last, if that is kept."""
    if file.text is not None:
        return file.text.encode("utf-8", "surrogatepass")
    try:
        return package.header.source.read(path_inside(package.header.source, file))
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


def heat_template(path: str, package: Package) -> Iterator[Occurrence]:
    """Yield the occurrences in a template, if a file is one."""
    template = template_of(path, package)
    if template is None:
        return

    def at(
        node: Node, kind: SymbolKind, name: str, role: Role = Role.REFERENCE
    ) -> Iterator[Occurrence]:
        if isinstance(node, Scalar):
            yield Occurrence(node.place, Symbol(kind, name, path, package.id), role)

    for kind, part in parts_of(template):
        yield from at(part.name_node, kind, part.name, Role.DECLARATION)
    items = list(found_in(template))
    for reference in (*references(items), *dependencies(template)):
        yield from at(reference.node, KINDS[reference.kind], reference.name)
    for group in template.parameter_groups:
        for node in group.parameters:
            yield from at(node, SymbolKind.TEMPLATE_PARAMETER, text_of(node) or "")
    yield from keys_of(template)
    yield from _functions(items, package)


def _functions(found: Iterable[Found], package: Package) -> Iterator[Occurrence]:
    """Yield the functions that are called, and the files that they name."""
    files = frozenset(package.header.source.paths())
    for item in found:
        if not isinstance(item, HeatCall):
            continue
        yield Occurrence(item.name.place, Symbol(SymbolKind.HEAT_FUNCTION, item.function))
        path = FILES + (text_of(item.argument) or "")
        if item.function == "get_file" and path in files:
            yield Occurrence(item.argument.place, file_symbol(path, package.id))


def environment_paths(package: Package) -> list[str]:
    """Return the paths of the files with values for the template of a Heat package."""
    source = package.header.source
    if template_file(package) is None:
        return []
    paths = (path for path in source.paths() if path.startswith(ENVIRONMENTS))
    return [source.file(path).path for path in paths]


def environment(path: str, package: Package) -> Iterator[Occurrence]:
    """Yield the parameters of the template that an environment names."""
    source = package.header.source
    file = source.file(source.inside(path))
    data = _data(file, package)
    if data is not None:
        yield from _parameters(_named(_document(data, file)), package)


def set_parameters(values: Node | None, package: Package) -> Iterator[Occurrence]:
    """Yield the parameters of the template that an object of its class sets."""
    if isinstance(values, Mapping):
        yield from _parameters((key for key, _ in values.pairs), package)


def _parameters(nodes: Iterable[Node], package: Package) -> Iterator[Occurrence]:
    """Yield the nodes that name parameters of the template of a Heat package."""
    own = template_file(package)
    template = None if own is None else template_of(own.path, package)
    if own is None or template is None:
        return
    names = template.names("parameters")
    for node in nodes:
        name = text_of(node)
        if name in names:
            kind = SymbolKind.TEMPLATE_PARAMETER
            symbol = Symbol(kind, str(name), own.path, package.id)
            yield Occurrence(node.place, symbol)


def _named(root: Node | None) -> Iterator[Node]:
    """Yield the nodes of an environment that name parameters."""
    for section in PARAMETER_SECTIONS:
        part = root.get(section) if isinstance(root, Mapping) else None
        if isinstance(part, Mapping):
            yield from (key for key, _ in part.pairs)
        elif isinstance(part, Sequence):
            yield from part.items
