"""How much of the defaults of classes is made when a package is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.bounds import MADE_BY_CLASS_DEFAULT
from muranopl.render.active_defaults import ActiveDefaults

LEVELS = 16


def test_defaults_that_make_ever_more_objects_are_not_made_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = "".join(f"  a.b.C{at}: All.yaml\n" for at in range(LEVELS + 1))
    (tmp_path / "manifest.yaml").write_text(f"Format: 1.4\nType: Library\nFullName: a.b\nClasses:\n{listed}")
    (tmp_path / "Classes").mkdir()
    (tmp_path / "Classes" / "All.yaml").write_text("---\n".join(map(level, range(LEVELS + 1))))
    made = 0
    count = ActiveDefaults.count

    def counted(self: ActiveDefaults, *, has_id: bool, missing: int) -> bool:
        nonlocal made
        made += 1
        return count(self, has_id=has_id, missing=missing)

    monkeypatch.setattr(ActiveDefaults, "count", counted)
    assert muranopl.validate(tmp_path).diagnostics == ()
    assert made <= 2 * LEVELS * (MADE_BY_CLASS_DEFAULT.most + 2 * LEVELS)


def level(at: int) -> str:
    """A class with two properties whose defaults are objects of the next one."""
    head = "Namespaces: {=: a.b}\n" if at == 0 else ""
    property_ = f"{{Contract: $.class(C{at + 1}).notNull(), Default: {{}}}}"
    body = f"Properties:\n  left: {property_}\n  right: {property_}\n" if at < LEVELS else ""
    return f"{head}Name: C{at}\n{body}"
