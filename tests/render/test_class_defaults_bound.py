"""How much of the defaults of classes is made when a package is checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import muranopl
from muranopl.semantics.evaluation.bounds import SharedBudget, Work
from tests.limits import lower_limits
from tests.manifests import write_library

LEVELS, STEPS = 12, 10_000


def test_defaults_that_make_ever_more_objects_are_not_made_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = range(LEVELS + 1)
    text = "---\n".join(map(level, levels))
    write_library(tmp_path, "a.b", [f"C{at}" for at in levels], text)
    lower_limits(monkeypatch, total_steps=STEPS)
    taken: Counter[SharedBudget] = Counter()
    take = SharedBudget.take

    def counted(self: SharedBudget, steps: int, work: Work) -> None:
        take(self, steps, work)
        taken[self] += steps

    monkeypatch.setattr(SharedBudget, "take", counted)
    assert muranopl.validate(tmp_path).diagnostics == ()
    assert max(taken.values()) <= STEPS


def level(at: int) -> str:
    """A class with two properties whose defaults are objects of the next one."""
    head = "Namespaces: {=: a.b}\n" if at == 0 else ""
    property_ = f"{{Contract: $.class(C{at + 1}).notNull(), Default: {{}}}}"
    body = f"Properties:\n  left: {property_}\n  right: {property_}\n" if at < LEVELS else ""
    return f"{head}Name: C{at}\n{body}"
