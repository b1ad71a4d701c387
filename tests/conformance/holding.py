"""What holds for every recorded object model, whatever the answer: exceptions are listed, differences have a voice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import muranopl
from tests.conformance.comparing import same
from tests.conformance.exceptions import (
    BY_QUIRK,
    BY_THE_DOCUMENTS,
    EXCEPTIONS,
    NOT_AGAIN,
)
from tests.conformance.refused import shown

Render = Callable[[muranopl.Catalog, Any], muranopl.RenderResult]
"""Renders a model, that of the case if it is None."""
Wrongs = Callable[[dict[str, Any], muranopl.RenderResult, tuple[str, ...]], list[str]]
"""What of an answer is not as recorded, with these quirks."""


class Answers(NamedTuple):
    """What is rendered of a case, by the documents and as the engine does; `catalog` is that of the documents."""

    catalog: muranopl.Catalog
    documents: muranopl.RenderResult
    engine: muranopl.RenderResult


def hold_all(
    case: dict[str, Any], family: str, folder: Path, render: Render, wrongs: Wrongs
) -> Answers:
    """Assert all that holds of a case, and return the answers."""
    catalog, follower = (
        muranopl.Catalog([folder], quirks=quirks) for quirks in ((), ("engine",))
    )
    answers = Answers(catalog, render(catalog, None), render(follower, None))
    words = _told(answers)
    hold(case, family, wrongs(case, answers.engine, ("engine",)), None, words)
    by_documents = wrongs(case, answers.documents, ())
    if case["id"] in BY_THE_DOCUMENTS:
        assert by_documents, "a listed exception passes: take it off the list"
    else:
        hold(case, family, by_documents, BY_QUIRK[family].get(case["id"]), words)
    if not same(answers.documents.model, answers.engine.model):
        assert "--quirk" in words, (
            f"documents: {answers.documents.model}; engine: {answers.engine.model}"
        )
    for way, result in ((catalog, answers.documents), (follower, answers.engine)):
        # Rendering a model again would run its constructors again
        if result.model is not None and not _has_constructor(case):
            again = render(way, result.model)
            is_same = again.model == result.model
            assert is_same != (case["id"] in NOT_AGAIN[family]), (
                result.model,
                again.model,
                shown(again),
            )
    return answers


def hold(
    case: dict[str, Any], family: str, found: list[str], quirk: str | None, words: str
) -> None:
    """Assert that an answer is the recorded one, or a listed exception, or that of a quirk, which is told."""
    if quirk is not None:
        assert found, (
            "the recorded answer is given: take the case off the list of quirks"
        )
        assert f"--quirk {quirk})" in words, found
    elif case["id"] in EXCEPTIONS[family]:
        assert found, "a listed exception passes: take it off the list"
    else:
        assert found == []


def _has_constructor(case: dict[str, Any]) -> bool:
    written = json.dumps(case.get("packages"))
    return ".init:" in written or "initialize:" in written


def _told(answers: Answers) -> str:
    """Return all that is said of a model, and of the classes."""
    diagnostics = (*answers.documents.diagnostics, *answers.catalog.check().diagnostics)
    return " ".join(
        part
        for diagnostic in diagnostics
        for part in (diagnostic.message, *diagnostic.notes)
    )
