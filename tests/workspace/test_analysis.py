"""The analysis of a package, as an editor asks for it."""

from __future__ import annotations

import muranopl
from muranopl.workspace.analysis import analyse
from tests.project import EXAMPLES


def test_an_analysis_has_results_and_texts() -> None:
    """The classes of the package are complete, and its files have their texts."""
    job, _ = muranopl.Catalog(EXAMPLES / "hello").package_paths.open()
    [analysis] = analyse(job)
    assert analysis.package.id.name == "example.hello"
    types = {str(type_.name) for type_ in analysis.results.inheritance.types}
    assert "example.hello.WebServer" in types
    path = "Classes/WebServer.yaml"
    assert analysis.texts[path] == (EXAMPLES / "hello" / path).read_text("utf-8")
