"""Object models, in whatever form they come, rendered against installed packages."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from muranopl.ard.json import data
from muranopl.ard.nodes import Node
from muranopl.ard.sources.file_names import as_text
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import ReportContext, summarize, tally
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.phases.results import PhaseResults
from muranopl.read.object_model import read_model
from muranopl.render.object_model import render_model
from muranopl.render.type_sources import InstalledPackages

log = logging.getLogger("muranopl.rendering")

Model = str | Mapping[str, Any]

DATA = "<model>"
"""What diagnostics call a model that is no file."""


class RenderResult(NamedTuple):
    """A rendered object model.

    `model` is the model as plain data, complete: every property of every object has its value, converted and with
    defaults filled in, every object its id and its class with version and package. It is None where the model would not
    load. `diagnostics` are sorted by file, position and code.
    """

    model: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    def __repr__(self) -> str:
        loads = "loads" if self.model is not None else "does not load"
        found = tally(summarize(self.diagnostics, ReportContext())) or "no diagnostics"
        return f"<muranopl.RenderResult: the model {loads}, {found}>"


def render(
    results: PhaseResults,
    findings: Findings,
    quirks: frozenset[Quirk],
    model: Model,
    class_: str | None,
    *,
    configs: str | None,
    streams: Mapping[str, bytes],
) -> RenderResult:
    """Read a model and render it; see `muranopl.Catalog.render`.

    `findings` has what is wrong with the paths, and takes what is found; `streams` has the bytes of paths that are no
    files.
    """
    installed = InstalledPackages(results.names, results.diagnostics, quirks)
    rendered = None
    try:
        node = _read(model, streams, findings)
        if node is not None:
            started, before = time.perf_counter(), findings.count
            rendered = render_model(node, installed, findings, class_, configs)
            found = findings.count - before
            log.info("model: %.3f s, %d diagnostics", time.perf_counter() - started, found)
    except Exception as error:
        name = as_text(model) if isinstance(model, str) else DATA
        report_internal_error(error, "object model", Place(File(name, "")), findings)
    if findings.errors:
        internal = tuple(each for each in results.diagnostics if each.is_internal)
        return RenderResult(None, tuple(sorted((*findings.diagnostics, *internal), key=Diagnostic.sort_key)))
    return RenderResult(rendered, tuple(sorted(findings.diagnostics, key=Diagnostic.sort_key)))


def _read(model: Model, streams: Mapping[str, bytes], findings: Findings) -> Node | None:
    if isinstance(model, str):
        return read_model(model, streams.get(model), findings)
    return data.load(model, File(DATA, ""), findings)
