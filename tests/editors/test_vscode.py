"""The extension of VS Code says the same as the server; `make vscode` runs the tests of its own."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

import muranopl
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.interfaces.lsp import server as _server  # noqa: F401 - it comes first
from muranopl.interfaces.lsp.code_actions import EXPLAIN
from muranopl.interfaces.lsp.code_lenses import SHOW_REFERENCES
from tests.project import ROOT

FOLDER = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
OWN = {"path", "args", "trace.server"}
PROPERTIES: dict[str, Any] = {
    key.removeprefix("muranopl."): value
    for key, value in MANIFEST["contributes"]["configuration"]["properties"].items()
}
SETTINGS = sorted(PROPERTIES.keys() - OWN)


def kebab(key: str) -> str:
    return re.sub("[A-Z]", lambda match: f"-{match[0].lower()}", key)


def test_it_gets_the_version_of_the_server_when_it_is_packaged() -> None:
    """The version is in one place; `make vscode` passes it on."""
    assert MANIFEST["version"] == "0.0.0"
    assert "--no-update-package-json" in MANIFEST["scripts"]["package"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "package -- $(VERSION)" in makefile
    (version,) = re.findall(
        r'^__version__ = "(.*)"$', (ROOT / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert version == muranopl.__version__


@pytest.mark.parametrize("key", SETTINGS)
def test_its_settings_are_those_of_configuration_files(key: str) -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(Settings)}
    assert kebab(key) in fields
    assert PROPERTIES[key]["default"] is None


def test_code_is_run_for_no_setting_of_the_editor() -> None:
    assert "rules" not in PROPERTIES


def test_it_has_the_commands_that_the_server_leaves_to_it() -> None:
    source = "".join(file.read_text("utf-8") for file in (FOLDER / "src").glob("*.js"))
    assert f"'{SHOW_REFERENCES}'" in source
    assert f"'{EXPLAIN}'" in source
