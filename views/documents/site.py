"""The documents about checked packages, as Markdown or as pages, with an index of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from muranopl.diagnostics.extras import needing
from muranopl.phases.results import PhaseResults
from muranopl.views.documents.packages import (
    INDEX,
    file_names,
    index_page,
    package_page,
    requirements_part,
)
from muranopl.views.graph.package_graph import PackageGraph

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
        index = index_page(packages, files)
        # Browsers do not draw Mermaid
        if to_html is None:
            index += requirements_part(requirements)
        texts = {INDEX: index, **texts}
    return texts if to_html is None else to_html(texts)


def _html_pages() -> Callable[[Mapping[str, str]], dict[str, str]]:
    """Return the function that makes pages of documents. Raise UsageError without its library."""
    with needing("html"):
        from muranopl.views.documents.html_pages import (  # an extra
            html_pages,
        )
    return html_pages
