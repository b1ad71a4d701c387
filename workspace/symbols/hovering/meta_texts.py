"""Titles, descriptions and help that meta objects of the core library attach to declarations."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.nodes import text_of
from muranopl.language.grammar.meta import MetaUse
from muranopl.views.words.markdown import sentence
from muranopl.workspace.symbols.collecting.meaning import Meaning

_DESCRIBING = (
    "io.murano.metadata.Title",
    "io.murano.metadata.Description",
    "io.murano.metadata.HelpText",
)


def meta_text(uses: Iterable[MetaUse], meaning: Meaning) -> str:
    """Return what meta objects say about a declaration."""
    texts = []
    for use in uses:
        id_ = meaning.names.resolved.get(use.type)
        if id_ is not None and id_.name in _DESCRIBING and use.values is not None:
            text = text_of(use.values.get("text"))
            texts += [] if text is None else [sentence(text.strip())]
    return " ".join(texts)
