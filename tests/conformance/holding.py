"""What holds for every recorded object model, whatever the answer: exceptions are listed, differences have a voice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import muranopl
from tests.conformance.comparing import same
from tests.conformance.exceptions import BY_QUIRK, BY_THE_DOCUMENTS, NOT_AGAIN, PASSES, unlisted
from tests.conformance.refused import shown

Render = Callable[[muranopl.Catalog, Any], muranopl.RenderResult]
"""Renders a model, that of the case if it is None."""
Wrongs = Callable[[dict[str, Any], muranopl.RenderResult, tuple[str, ...]], list[str]]
"""What of an answer is not as recorded, with these quirks."""


class Catalogs:
    """The catalogs of the packages of cases, by the documents and as the engine does."""

    def __init__(self, folder: Path) -> None:
        self.documents = muranopl.Catalog([folder])
        self.engine = muranopl.Catalog([folder], quirks=["engine"])

    @cached_property
    def told(self) -> str:
        """What a check says of the packages."""
        return _words(self.documents.check().diagnostics)


@lru_cache(maxsize=1)
def catalogs(folder: Path) -> Catalogs:
    """Return the catalogs of the packages below `folder`: the same ones for all cases that share it."""
    return Catalogs(folder / "catalog")


class Answers(NamedTuple):
    """What is rendered of a case in both ways."""

    catalogs: Catalogs
    documents: muranopl.RenderResult
    engine: muranopl.RenderResult


def answers_to(both: Catalogs, render: Render) -> Answers:
    """Render the model of a case in both ways."""
    return Answers(both, render(both.documents, None), render(both.engine, None))


def problems_with(
    answers: Answers, case: dict[str, Any], family: str, render: Render, wrongs: Wrongs
) -> Iterator[str]:
    """Yield what does not hold of the answers to a case."""
    both, documents, engine = answers
    words = f"{_words(documents.diagnostics)} {both.told}"
    yield from unlisted(family, case["id"], wrongs(case, engine, ("engine",)))
    by_documents = wrongs(case, documents, ())
    quirk = BY_QUIRK[family].get(case["id"])
    if case["id"] in BY_THE_DOCUMENTS:
        if not by_documents:
            yield PASSES
    elif quirk is None:
        yield from unlisted(family, case["id"], by_documents)
    elif not by_documents:
        yield "the recorded answer is given: take the case off the list of quirks"
    elif f"--quirk {quirk})" not in words:
        yield f"the quirk {quirk} is not told: {by_documents}"
    if not same(documents.model, engine.model) and "--quirk" not in words:
        yield f"documents: {documents.model}; engine: {engine.model}"
    for way, result in ((both.documents, documents), (both.engine, engine)):
        # Rendering a model again would run its constructors again
        if result.model is not None and not _has_constructor(case):
            again = render(way, result.model)
            is_same = again.model == result.model
            if is_same == (case["id"] in NOT_AGAIN[family]):
                yield f"{result.model}, again: {again.model} {shown(again)}"


def _has_constructor(case: dict[str, Any]) -> bool:
    written = json.dumps(case.get("packages"))
    return ".init:" in written or "initialize:" in written


def _words(diagnostics: Iterable[muranopl.Diagnostic]) -> str:
    """Return all that diagnostics say."""
    return " ".join(
        part for diagnostic in diagnostics for part in (diagnostic.message, *diagnostic.notes)
    )
