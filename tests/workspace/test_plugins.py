"""Extension plugins in an editor: their formats are warnings there, too."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.workspace.workspace import Workspace
from tests.read.extensions.distributions import write

SETUP_CFG = """\
[metadata]
name = example.plugin

[entry_points]
io.murano.plugins.packages =
    Example.Archive/1.0 = things:Archive
"""
MANIFEST = "Format: Example.Archive/1.0\nType: Library\nFullName: example.archive\n"


def test_a_format_of_a_plugin_is_reported_as_in_a_check(tmp_path: Path) -> None:
    write(tmp_path / "plugin", {"setup.cfg": SETUP_CFG, "things.py": ""})
    write(tmp_path / "app", {"manifest.yaml": MANIFEST})
    settings = muranopl.Settings(extensions=(str(tmp_path / "plugin"),))
    workspace = Workspace([str(tmp_path / "app")], settings)
    edited = tuple(item for _, items in workspace.diagnostics() for item in items)
    assert edited == muranopl.validate(tmp_path / "app", settings=settings).diagnostics
    (unknown,) = (item for item in edited if item.code == "MPL130")
    assert unknown.severity is muranopl.Severity.WARNING
