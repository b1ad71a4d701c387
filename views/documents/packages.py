"""The documents of packages, as Markdown or as pages, with an index of several.

A document may also become a part of a README.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from muranopl.ard.nodes import Scalar
from muranopl.ard.sources.file_names import distinct_names
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.read.package import PackageId
from muranopl.views.documents.classes import ClassPages
from muranopl.views.graph.package_graph import PackageGraph
from muranopl.views.words.markdown import code, paragraph, table, text

_INDEX = "index.md"
FORMATS = ("markdown", "html")
BEGIN, END = "<!-- muranopl doc -->", "<!-- end of muranopl doc -->"
_BETWEEN = re.compile(rf"{re.escape(BEGIN)}\n.*?{re.escape(END)}", re.DOTALL)
_HEADING = re.compile(r"^(#+ )", re.MULTILINE)


def documents(
    results: PhaseResults, requirements: PackageGraph, format_: str, *, has_index: bool
) -> dict[str, str]:
    """Return the documents about packages by file names. Raise UsageError without the library."""
    to_html = _html_pages() if format_ == "html" else None
    names = results.names
    packages = [names.packages[item.id] for item in results.read.targets]
    files = _file_names([item.id for item in packages])
    texts = {files[item.id]: "\n".join([*_lines(results, item), ""]) for item in packages}
    if has_index:
        index = _index_page(packages, files)
        # Browsers do not draw Mermaid
        if to_html is None:
            index += _requirements_part(requirements)
        texts = {_INDEX: index, **texts}
    return texts if to_html is None else to_html(texts)


def with_document(readme: str, document: str) -> str:
    """Return a README with a document between its markers, in place of what is there.

    Headings of the document are one level deeper. Raise UsageError for a README without markers.
    """
    inside = _HEADING.sub(r"#\1", document)
    part = f"{BEGIN}\n\n{inside}\n{END}"
    result, count = _BETWEEN.subn(lambda _: part, readme)
    if not count:
        raise UsageError(f'the lines "{BEGIN}" and "{END}" around the document are missing')
    return result


def _file_names(packages: Sequence[PackageId]) -> dict[PackageId, str]:
    """Return the names of the documents of packages, with the version where the name is not enough."""
    # No name of a package has a hyphen
    stems = [
        f"{item.name}-package" if item.name.casefold() == "index" else item.name
        for item in packages
    ]
    forms = [(stem, f"{stem}-{item.version}") for stem, item in zip(stems, packages, strict=True)]
    names = (f"{name}.md" for name in distinct_names(forms))
    return dict(zip(packages, names, strict=True))


def _index_page(packages: Iterable[DeclaredPackage], files: Mapping[PackageId, str]) -> str:
    """Return the index of a site: a table of packages.

    `files` are the names of the documents.
    """
    rows = []
    for package in packages:
        id_, manifest = package.package.id, package.package.manifest
        link = f"[{text(_package_name(package))}]({files[id_]})"
        about = text(manifest.description or "").partition("\n\n")[0]
        rows.append((link, id_.version, manifest.type.value, about))
    lines = ["# Packages", "", *table(("package", "version", "type", ""), rows)]
    return "\n".join([*lines, ""])


def _requirements_part(graph: PackageGraph) -> str:
    """Return the end of the index: the graph of requirements, in Mermaid."""
    diagram = ["```mermaid", graph.mermaid().rstrip(), "```"]
    return "\n".join(["", "## Requirements", "", *diagram, ""])


def _package_name(package: DeclaredPackage) -> str:
    """Return the name of a package for people."""
    manifest = package.package.manifest
    return " ".join((manifest.name or package.package.id.name).split())


def _lines(results: PhaseResults, package: DeclaredPackage) -> Iterator[str]:
    id_, manifest = package.package.id, package.package.manifest
    yield f"# {text(_package_name(package))}"
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
        (
            "requires",
            ", ".join(f"{code(item.name)} {text(item.spec)}" for item in manifest.require),
        ),
    ]
    yield from table(("", ""), [fact for fact in facts if fact[1]])
    pages, shown = ClassPages(results), _shown_types(results, package)
    if shown:
        yield from ("", "## Classes")
    for type_ in shown:
        yield ""
        yield pages.text(type_)
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


def _html_pages() -> Callable[[Mapping[str, str]], dict[str, str]]:
    """Return the function that makes pages of documents. Raise UsageError without its library."""
    with needing("html"):
        from muranopl.views.documents.html_pages import (  # an extra
            html_pages,
        )
    return html_pages
