"""Completion at any position of the examples, whole or cut off there."""

from __future__ import annotations

import random

import pytest

from muranopl.ard.sources.discovery import discover
from muranopl.diagnostics.findings import Findings
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.workspace.analysis import Analysis, analyse
from muranopl.workspace.completion.complete import complete
from tests.project import ROOT

pytestmark = pytest.mark.slow


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
                for content in (text, text[:at]):
                    proposals += len(complete(content, path, line, column, analysis))
    assert proposals > 500
