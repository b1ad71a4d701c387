"""Output formats: a module each, with one pure function `render(diagnostics, context) -> str`.

Only this package knows about formats; to add one is to add a module and its line here. Modules are
loaded on demand.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import cast

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext

Renderer = Callable[[Sequence[Diagnostic], ReportContext], str]

FORMATS = {
    "text": "muranopl.diagnostics.formats.text",
    "concise": "muranopl.diagnostics.formats.concise",
    "json": "muranopl.diagnostics.formats.json",
    "sarif": "muranopl.diagnostics.formats.sarif",
    "github": "muranopl.diagnostics.formats.github",
    "junit": "muranopl.diagnostics.formats.junit",
}


def renderer(name: str) -> Renderer:
    """Return the `render` of a format. Raise KeyError for an unknown name."""
    return cast(Renderer, importlib.import_module(FORMATS[name]).render)


def render(name: str, diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return the diagnostics in a format, with a line end unless empty.

    Raise KeyError for an unknown name.
    """
    return renderer(name)(diagnostics, context)
