"""Completion at any position of the examples: whole, cut off there, or with a sign too many."""

from __future__ import annotations

import random

from muranopl.ard.sources.discovery import discover
from muranopl.diagnostics.findings import Findings
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.workspace.analysis import Analysis, analyse
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.signature_help import signature_help
from muranopl.workspace.symbols.index import At
from tests.project import ROOT

_SIGNS = "$.:-[]{}()'\"`|>#,\t"


def _analyses() -> list[Analysis]:
    findings = Findings()
    return analyse(
        Job(
            targets=discover(str(ROOT / "examples"), findings),
            embedded=discover(library.path(), findings, library.NAME),
            engine_classes=library.ENGINE_CLASSES,
        )
    )


def test_completion_never_fails() -> None:
    chance = random.Random(5)
    proposals = 0
    for analysis in _analyses():
        for path, text in analysis.texts.items():
            for _ in range(12):
                at = chance.randrange(len(text) + 1)
                line = text.count("\n", 0, at) + 1
                column = at - (text.rfind("\n", 0, at) + 1) + 1
                odd = text[:at] + chance.choice(_SIGNS) + text[at + 3 :]
                for content in (text, text[:at], odd):
                    proposals += len(complete(At(analysis, path, line, column), content))
                    signature_help(At(analysis, path, line, column), content)
    assert proposals > 500
