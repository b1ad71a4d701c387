"""How much of the defaults of classes is made when a package is checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import muranopl
from muranopl.semantics.evaluation.bounds import SharedBudget, Work
from tests.limits import lower_limits

LEVELS, STEPS = 12, 10_000


def test_defaults_that_make_ever_more_objects_are_not_made_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = "".join(f"  a.b.C{at}: All.yaml\n" for at in range(LEVELS + 1))
    (tmp_path / "manifest.yaml").write_text(
        f"Format: 1.4\nType: Library\nFullName: a.b\nClasses:\n{listed}"
    )
    (tmp_path / "Classes").mkdir()
    (tmp_path / "Classes" / "All.yaml").write_text(
        "---\n".join(map(level, range(LEVELS + 1)))
    )
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
    body = (
        f"Properties:\n  left: {property_}\n  right: {property_}\n"
        if at < LEVELS
        else ""
    )
    return f"{head}Name: C{at}\n{body}"
