"""The extension of VS Code says the same as the server; `make vscode` runs the tests of its own."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import muranopl
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.interfaces.lsp import server as _server  # noqa: F401 - it comes first
from muranopl.interfaces.lsp.code_actions import EXPLAIN
from muranopl.interfaces.lsp.code_lenses import SHOW_REFERENCES
from tests.command_line import run
from tests.project import EXAMPLES, ROOT

FOLDER = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
TOOL = runpy.run_path(str(ROOT / "tools" / "vscode_settings.py"))
CLASS = "Namespaces: {=: com.example.shop, std: io.murano}\nName: Shop\nExtends: std:Application\n"
CONTRIBUTED = MANIFEST["contributes"]
PATTERNS = {item["name"]: item.get("patterns", [item]) for item in CONTRIBUTED["problemPatterns"]}


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


def test_its_settings_are_those_of_configuration_files() -> None:
    """`make generated` writes them."""
    assert (FOLDER / "package.json").read_text(encoding="utf-8") == TOOL["text"]()
    keys = {
        re.sub("[A-Z]", lambda match: f"-{match[0].lower()}", key) for key in TOOL["settings"]()
    }
    fields = {field.encode_name for field in msgspec.structs.fields(Settings)}
    assert keys == fields - TOOL["LEFT_OUT"]


def test_code_is_run_for_no_setting_of_the_editor() -> None:
    assert "muranopl.rules" not in CONTRIBUTED["configuration"]["properties"]


@pytest.mark.parametrize(
    ("matcher", "options", "severity", "code"),
    [
        ("muranopl", ["--format", "concise"], "warning", "MPL651"),
        ("muranopl-text", [], "error", "MPL163"),
    ],
)
def test_problem_matchers_read_reports(
    matcher: str, options: list[str], severity: str, code: str
) -> None:
    """The patterns are those of JavaScript, which are the same in Python."""
    text = run("check", str(EXAMPLES / "broken"), *options).stdout
    patterns = PATTERNS[matcher]
    whole = "\n".join(item["regexp"].strip("^$") for item in patterns)
    groups = [name for item in patterns for name, at in item.items() if isinstance(at, int)]
    found = [
        dict(zip(groups, match.groups(), strict=True))
        for match in re.finditer(f"(?m)^{whole}$", text)
    ]
    problem = next(item for item in found if item["code"] == code)
    assert problem["severity"] == severity
    assert problem["file"].endswith("Account.yaml")
    assert problem["line"].isdecimal()
    assert problem["message"]


def test_it_has_the_commands_that_the_server_leaves_to_it() -> None:
    source = "".join(file.read_text("utf-8") for file in (FOLDER / "src").glob("*.js"))
    assert f"'{SHOW_REFERENCES}'" in source
    assert f"'{EXPLAIN}'" in source


def test_the_walkthrough_has_small_pictures() -> None:
    (walkthrough,) = CONTRIBUTED["walkthroughs"]
    for step in walkthrough["steps"]:
        assert 0 < (FOLDER / step["media"]["image"]).stat().st_size <= 60 * 1024


@pytest.mark.parametrize("name", ["murano-package", "murano-test"])
def test_snippets_are_right_as_they_are(tmp_path: Path, name: str) -> None:
    (file,) = {FOLDER / item["path"] for item in CONTRIBUTED["snippets"]}
    snippets = {item["prefix"]: item for item in json.loads(file.read_text("utf-8")).values()}
    text = {name: _filled("\n".join(item["body"])) for name, item in snippets.items()}
    manifest = text["murano-package"]
    (tmp_path / "Classes").mkdir()
    if name == "murano-test":
        manifest += "  com.example.shop.ShopTest: ShopTest.yaml\n"
        (tmp_path / "Classes" / "ShopTest.yaml").write_text(text[name], encoding="utf-8")
    (tmp_path / "manifest.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "Classes" / "Shop.yaml").write_text(CLASS, encoding="utf-8")
    result = run("check", str(tmp_path), "--format", "concise")
    assert (result.stdout, result.exit_code) == ("", 0)


def _filled(body: str) -> str:
    """Return the text of a snippet with the defaults of its places."""
    chosen = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", body)
    return re.sub(r"(?<!\\)\$(?:\{\d+:([^}]*)\}|\d)", r"\1", chosen).replace("\\$", "$")
