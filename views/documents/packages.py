"""The document of a package, and the index of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from muranopl.ard.nodes import Scalar
from muranopl.ard.sources.file_names import distinct_names
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.read.package import PackageId
from muranopl.views.documents.classes import ClassPages
from muranopl.views.documents.tables import paragraph, table, text
from muranopl.views.graph.package_graph import PackageGraph
from muranopl.views.words.markdown import code

INDEX = "index.md"


def file_names(packages: Sequence[PackageId]) -> dict[PackageId, str]:
    """Return the names of the documents of packages, with the version where the name is not enough."""
    # No name of a package has a hyphen
    stems = [
        f"{item.name}-package" if item.name.casefold() == "index" else item.name
        for item in packages
    ]
    forms = [(stem, f"{stem}-{item.version}") for stem, item in zip(stems, packages, strict=True)]
    names = (f"{name}.md" for name in distinct_names(forms))
    return dict(zip(packages, names, strict=True))


def package_page(results: PhaseResults, package: DeclaredPackage) -> str:
    """Return the document of a package, as Markdown."""
    return "\n".join([*_lines(results, package), ""])


def package_name(package: DeclaredPackage) -> str:
    """Return the name of a package for people."""
    manifest = package.package.manifest
    return " ".join((manifest.name or package.package.id.name).split())


def index_page(packages: Iterable[DeclaredPackage], files: Mapping[PackageId, str]) -> str:
    """Return the index of a site: a table of packages.

    `files` are the names of the documents.
    """
    rows = []
    for package in packages:
        id_, manifest = package.package.id, package.package.manifest
        link = f"[{text(package_name(package))}]({files[id_]})"
        about = text(manifest.description or "").partition("\n\n")[0]
        rows.append((link, id_.version, manifest.type.value, about))
    lines = ["# Packages", "", *table(("package", "version", "type", ""), rows)]
    return "\n".join([*lines, ""])


def requirements_part(graph: PackageGraph) -> str:
    """Return the end of the index: the graph of requirements, in Mermaid."""
    diagram = ["```mermaid", graph.mermaid().rstrip(), "```"]
    return "\n".join(["", "## Requirements", "", *diagram, ""])


def _lines(results: PhaseResults, package: DeclaredPackage) -> Iterator[str]:
    id_, manifest = package.package.id, package.package.manifest
    yield f"# {text(package_name(package))}"
    yield ""
    if manifest.description:
        yield paragraph(manifest.description)
        yield ""
    facts = [
        ("package", code(id_.name)),
        ("version", id_.version),
        ("type", manifest.type.value),
        ("format", str(package.package.header.format)),
        ("author", text(manifest.author or "")),
        ("tags", ", ".join(map(text, manifest.tags))),
        ("requires", _requirements(package)),
    ]
    yield from table(("", ""), [fact for fact in facts if fact[1]])
    pages, shown = ClassPages(results), _shown_types(results, package)
    if shown:
        yield from ("", "## Classes")
    for type_ in shown:
        yield ""
        yield from pages.lines(type_)
    if package.package.ui is not None:
        yield from ("", "## Form")
        yield from _form(package.package.ui)


def _shown_types(results: PhaseResults, package: DeclaredPackage) -> list[CompleteType]:
    """Return the classes of a package that are described."""
    types = results.inheritance.types
    return [
        types[class_.id]
        for name, class_ in package.classes.items()
        if class_.id in types and name not in package.dead
    ]


def _requirements(package: DeclaredPackage) -> str:
    return ", ".join(
        f"{code(item.name)} {text(item.spec)}" for item in package.package.manifest.require
    )


def _form(definition: UIDefinition) -> Iterator[str]:
    for form in definition.forms:
        yield ""
        yield f"### Page {code(form.name)}"
        yield ""
        yield from table(("field", "type", ""), map(_field, form.fields))


def _field(field: UIField) -> tuple[str, str, str]:
    words = [_literal(field.label), _literal(field.description)]
    about = " ".join(f"{word.rstrip('.')}." for word in words if word)
    return code(field.name), field.type.name or "object", text(about)


def _literal(node: object) -> str:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return node.value.strip()
    return ""
