"""Every rule's examples: the bad one gives this code and no other, the good one gives nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import files, options
from muranopl.diagnostics.rules import Rule
from tests.material import check

RULES = sorted(rules().values(), key=lambda rule: rule.code)


def reported(example: str, folder: Path) -> list[str]:
    """What the checker says about an example: `CODE message`."""
    return [f"{each.code} {each.message}" for each in check(files(example), options(example), folder)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_bad_example(rule: Rule, tmp_path: Path) -> None:
    found = reported(rule.bad, tmp_path)
    assert {line.split()[0] for line in found} == {rule.code}, "\n".join(found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_good_example(rule: Rule, tmp_path: Path) -> None:
    assert reported(rule.good, tmp_path) == []


def test_codes_and_names_are_given_once() -> None:
    counts = Counter([rule.code for rule in RULES] + [rule.name for rule in RULES])
    assert [name for name, times in counts.items() if times > 1] == []
