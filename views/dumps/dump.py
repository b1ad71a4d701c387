"""The dump of a phase, as plain data (mappings, lists, texts, numbers).

A module for each phase has the records of its dump, and makes them of the result of the phase.
`dump.schema.json` is made of the same records (`schema.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases.results import PhaseResults
from muranopl.views.dumps.hierarchy import hierarchy_dump
from muranopl.views.dumps.inherit import inherit_dump
from muranopl.views.dumps.namespace import namespace_dump
from muranopl.views.dumps.read import read_dump
from muranopl.views.dumps.render import RenderDump, RenderedModel, dumped_model, render_dump
from muranopl.views.graph.declared import Data
from muranopl.views.graph.shown_classes import ShownClasses

FORMAT = {"dump": 1}
"""The version of the format of dumps."""
_DUMPS: dict[Phase, Callable[[PhaseResults, ShownClasses], Any]] = {
    Phase.READ: read_dump,
    Phase.NAMESPACE: namespace_dump,
    Phase.HIERARCHY: hierarchy_dump,
    Phase.INHERIT: inherit_dump,
    Phase.RENDER: render_dump,
}


def dump(
    results: PhaseResults, phase: Phase, shown: ShownClasses, models: Iterable[RenderedModel] = ()
) -> Data:
    """Return the shown part of the result of one phase, which must have run.

    The dump of the last one has the rendered `models`, each with the graph of its objects.
    """
    record = _DUMPS[phase](results, shown)
    if isinstance(record, RenderDump):
        record.models = [dumped_model(*model) for model in models]
    return {"muranopl": FORMAT, "phase": phase.value, **msgspec.to_builtins(record)}
