"""The documents about checked packages, as Markdown or as pages, with an index of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from muranopl.diagnostics.extras import needing
from muranopl.documenting.drawn_graphs import (
    DrawnGraph,
    class_graph,
    requirement_graph,
)
from muranopl.documenting.packages import (
    INDEX,
    file_names,
    index_page,
    package_name,
    package_page,
    shown_types,
)
from muranopl.graph.package_graph import PackageGraph
from muranopl.phases.results import PhaseResults
from muranopl.read.package import PackageId

FORMATS = ("markdown", "html")


def documents(
    results: PhaseResults, requirements: PackageGraph, format_: str, *, has_index: bool
) -> dict[str, str]:
    """Return the documents about packages by file names. Raise UsageError without the library."""
    to_html = _html_pages() if format_ == "html" else None
    names = results.names
    packages = [names.packages[item.id] for item in results.read.targets]
    files = file_names([item.id for item in packages])
    texts = {files[item.id]: package_page(results, item) for item in packages}
    if has_index:
        texts = {INDEX: index_page(packages, files, requirements.mermaid()), **texts}
    if to_html is None:
        return texts
    return to_html(texts, _graphs(results, files, requirements))


def _graphs(
    results: PhaseResults,
    files: Mapping[PackageId, str],
    requirements: PackageGraph,
) -> dict[str, DrawnGraph]:
    """Return the graphs of documents, by the names of these."""
    graphs = {INDEX: requirement_graph(requirements, files)}
    for id_, file in files.items():
        item = results.names.packages[id_]
        types = shown_types(results, item)
        title = f"Classes of {package_name(item)}"
        graphs[file] = class_graph(title, results, types)
    return {name: graph for name, graph in graphs.items() if graph is not None}


def _html_pages() -> Callable[
    [Mapping[str, str], Mapping[str, DrawnGraph]], dict[str, str]
]:
    """Return the function that makes pages of documents. Raise UsageError without its library."""
    with needing("html"):
        from muranopl.documenting.html_pages import (  # noqa: PLC0415 - an extra
            html_pages,
        )
    return html_pages
