"""Output formats: a module of `renderers` each, found by its name.

A format is added by adding its module, which has

    MEDIA_TYPE = "text/plain"  # in answers of the service

    def render(diagnostics, context) -> str: ...

The command line, `Report.render` and the service have all of them. Modules are loaded on demand.
"""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Callable, Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext

DEFAULT = "text"


class Renderer(msgspec.Struct, frozen=True):
    """A format: the type of its text in HTTP, and the function that returns diagnostics in it.

    Its text ends with a line end, unless it is empty.
    """

    media_type: str
    render: Callable[[Sequence[Diagnostic], ReportContext], str]


def _names() -> tuple[str, ...]:
    """Return the names of the formats, the default one first."""
    folder = os.path.join(os.path.dirname(__file__), "renderers")
    names = {name.partition(".")[0] for name in os.listdir(folder)}
    own = (name for name in names if not name.startswith("_"))
    return tuple(sorted(own, key=lambda name: (name != DEFAULT, name)))


FORMATS = _names()


@functools.cache
def renderer(name: str) -> Renderer:
    """Return a format by its name. Raise KeyError for an unknown name."""
    if name not in FORMATS:
        raise KeyError(name)
    module = importlib.import_module(f"muranopl.diagnostics.formats.renderers.{name}")
    return Renderer(module.MEDIA_TYPE, module.render)


def render(name: str, diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return the diagnostics in a format. Raise KeyError for an unknown name."""
    return renderer(name).render(diagnostics, context)
