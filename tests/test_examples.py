"""Every rule's examples: the bad one gives this code and no other, the good one gives nothing."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import yaml

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.examples import (
    ANSWERS,
    CALL,
    CLOUD,
    TESTS,
    files,
    model,
    options,
)
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.pages import FOLDER, WITHOUT_EXAMPLES, page
from muranopl.diagnostics.rules import Rule
from muranopl.simulation.cloud.reader import read_cloud
from tests.material import check, write

RULES = sorted(rules().values(), key=lambda rule: rule.code)
WITH_EXAMPLES = [rule for rule in RULES if rule.code not in WITHOUT_EXAMPLES]


def reported(example: str, folder: Path) -> list[str]:
    """What the checker says about an example, and about its object model if it has one: `CODE message`."""
    result, chosen = files(example), options(example)
    name = model(result)
    diagnostics = [
        *check(result, chosen, folder),
        *(rendered(name, chosen, folder) if name else ()),
    ]
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in diagnostics]


def rendered(
    name: str, chosen: Mapping[str, Sequence[str]], folder: Path
) -> Sequence[muranopl.Diagnostic]:
    """Render the object model of an example in `folder`, or do what its other file is for."""
    with contextlib.chdir(folder):
        if name == CLOUD:
            findings = Findings()
            read_cloud(name, None, findings)
            return findings.diagnostics
        catalog = muranopl.Catalog(
            chosen.get("check", ["."]),
            libraries=chosen.get("libraries", []),
            extensions=chosen.get("extensions", []),
            locked=(chosen.get("locked") or [False])[0],
            quirks=chosen.get("quirks", []),
        )
        if name in ANSWERS:
            return catalog.render_form(None, name, unrendered=True).diagnostics
        if name == CALL:
            return catalog.call(**yaml.safe_load(Path(name).read_text())).diagnostics
        if name == TESTS:
            report = catalog.test(**(yaml.safe_load(Path(name).read_text()) or {}))
            return [
                *report.diagnostics,
                *(
                    diagnostic
                    for result in report.results
                    for diagnostic in result.diagnostics
                ),
            ]
        return catalog.render(name).diagnostics


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.code)
def test_bad_example(rule: Rule, tmp_path: Path) -> None:
    result = reported(rule.page.bad, tmp_path)
    assert {line.split()[0] for line in result} == {rule.code}, "\n".join(result)


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.code)
def test_good_example(rule: Rule, tmp_path: Path) -> None:
    assert reported(rule.page.good, tmp_path) == []


@pytest.mark.parametrize(
    "rule",
    [rule for rule in WITH_EXAMPLES if not model(files(rule.page.bad))],
    ids=lambda rule: rule.code,
)
def test_found_in_the_phase_that_is_said(rule: Rule, tmp_path: Path) -> None:
    result = [
        phase
        for phase in Phase
        if rule.code in codes_up_to(phase, rule.page.bad, tmp_path / phase.value)
    ]
    assert result == [phase for phase in Phase if phase.number >= rule.phase.number]


def codes_up_to(phase: Phase, example: str, folder: Path) -> set[str]:
    """The codes that the checker reports on an example if it stops after a phase."""
    chosen = options(example)
    whole = write(files(example), folder)
    with contextlib.chdir(folder):
        paths = chosen.get("check", [str(whole)])
        catalog = muranopl.Catalog(
            paths,
            libraries=chosen.get("libraries", []),
            extensions=chosen.get("extensions", []),
            locked=(chosen.get("locked") or [False])[0],
            quirks=chosen.get("quirks", []),
        )
        [against] = chosen.get("against") or [None]
        report = catalog.check(stop_after=phase.value, against=against)
        return {diagnostic.code for diagnostic in report.diagnostics}


def test_every_rule_has_its_page_and_every_page_its_rule() -> None:
    pages = {file.stem: page(file.stem).heading for file in Path(FOLDER).iterdir()}
    assert pages == {rule.code: f"{rule.code} {rule.name}" for rule in RULES}


def test_codes_and_names_are_given_once() -> None:
    counts = Counter([rule.code for rule in RULES] + [rule.name for rule in RULES])
    assert [name for name, times in counts.items() if times > 1] == []
