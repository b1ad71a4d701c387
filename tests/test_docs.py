"""The documents say what is true: generated pages are fresh, tables name codes that exist."""

from __future__ import annotations

import importlib.util
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write
from tests.project import EXAMPLES, ROOT, SHARED

CATALOG = """\
=== apache/manifest.yaml
Format: 1.4
Type: Application
FullName: com.example.apache.Tomcat
Classes:
  com.example.apache.Tomcat: Tomcat.yaml
=== apache/Classes/Tomcat.yaml
Namespaces:
  =: com.example.apache
  std: io.murano
Name: Tomcat
Extends: std:Application
Properties:
  port:
    Contract: $.int()
=== my/manifest.yaml
Format: 1.4
Type: Application
FullName: my
Version: 1.2.0
Classes:
  my.App: App.yaml
=== my/Classes/App.yaml
Namespaces:
  =: my
Name: App
Methods:
  scaleUp:
    Usage: Action
"""
"""What the snippets of the documents have in their folders "catalog" and "apps"."""
REFERENCE = SHARED / "reference" / "package-layout.md"


def load_tool(name: str) -> Any:
    """Return a module of tools/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("tool", ["diagnostics_page", "quirks_page", "bounds_page"])
def test_generated_pages_are_fresh(tool: str) -> None:
    module = load_tool(tool)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run make generated"


def counterparts() -> dict[str, tuple[str, str]]:
    """The table of docs/murano-pkg-check.md: code → (our codes, reason)."""
    rows = re.findall(
        r"^\| ([EW]\d{3}) \|[^|]*\|([^|]*)\|([^|]*)\|$", _page("murano-pkg-check.md"), re.M
    )
    return {code: (ours.strip(), reason.strip()) for code, ours, reason in rows}


@pytest.mark.parametrize(
    ("phrase", "page", "heading"),
    [
        ("ignore a warning", "configuration", "## Comments that suppress diagnostics"),
        ("exit status", "reports", "## Exit status"),
        ("lock file", "locking", "# Lock files"),
    ],
)
def test_the_search_of_the_site_knows_a_phrase(phrase: str, page: str, heading: str) -> None:
    """A phrase leads to the place that explains it, and to no other."""
    module = load_tool("documentation/index_entries")
    text = module.with_index_entries(_page(f"{page}.md"))
    part = text.partition(f"{heading}\n")[2].partition("\n#")[0]
    assert f"! {phrase}" in re.findall(r"^```{index} (.*)$", part, re.M)[0].split(", ")
    pages = (ROOT / "docs").glob("*.md")
    phrases = [item for path in pages for item in module.index_phrases(path.read_text("utf-8"))]
    assert sorted(phrases) == sorted(set(phrases))


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_every_code_of_murano_pkg_check_has_a_counterpart_or_a_reason() -> None:
    for code, (ours, reason) in counterparts().items():
        assert ours or reason, code
        assert set(ours.split()) <= rules().keys(), code


def test_the_table_is_complete() -> None:
    # The list of codes is not part of the project: where it is not beside the checkout, nothing is
    # compared with it.
    known = (
        set(re.findall(r"\b[EW]\d{3}\b", REFERENCE.read_text(encoding="utf-8")))
        if REFERENCE.exists()
        else set()
    )
    assert known <= counterparts().keys()


def test_codes_named_in_documents_exist() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        assert (
            set(re.findall(r"\bMPL\d{3}\b", page.read_text(encoding="utf-8"))) <= rules().keys()
        ), page.name


def test_links_between_documents_lead_somewhere() -> None:
    for page in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "diagnostics" / "pages").glob("*.md"),
    ]:
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            file, _, heading = link.partition("#")
            if link.startswith("https:"):
                continue
            target = page.parent / file
            if target.suffix == ".png":
                assert target.is_file(), (page.name, link)
            else:
                headings = re.findall(r"^#+ (.*)", target.read_text(encoding="utf-8"), re.M)
                assert heading in {"", *(item.lower().replace(" ", "-") for item in headings)}, (
                    page.name,
                    link,
                )


SHOWN = re.findall(
    r"^```\n\$ muranopl (.*)\n([^`]*)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M
)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_readme_shows_what_commands_print(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of three dots stand for others, or for themselves."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    printed = iter(command_line.run(*command.split()).output.splitlines())
    missing = [line for line in output.splitlines() if line != "..." and line not in printed]
    assert missing == []


def test_the_example_models() -> None:
    catalog = muranopl.Catalog([EXAMPLES / "hello"])
    result = catalog.render(EXAMPLES / "hello-environment.json")
    assert (result.ok, [diagnostic.code for diagnostic in result.diagnostics]) == (True, [])
    assert result.model is not None
    assert result.model["applications"][0]["port"] == 8081
    assert list(result.model["regions"]) == [""]
    result = catalog.render(EXAMPLES / "mistaken-environment.yaml")
    assert [diagnostic.code for diagnostic in result.diagnostics] == [
        "MPL520",
        "MPL520",
        "MPL527",
        "MPL526",
    ]
    assert result.model is None


def test_the_table_of_folders_is_complete_and_in_the_order_of_the_layers() -> None:
    listed = re.findall(r"^\| `(\w+)/` \|", _page("architecture.md"), re.M)
    assert sorted(listed) == sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    contract = next(item for item in contracts if item["type"] == "layers")
    layers = [layer.removeprefix("muranopl.") for layer in contract["layers"]]
    assert [name for name in listed if name in layers] == [
        layer for layer in layers if layer in listed
    ]


def test_paths_named_in_documents_exist() -> None:
    """A path with a folder in it is told from the root, or in the table of folders from that folder."""
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        bases = [ROOT, *(ROOT / folder for folder in re.findall(r"^\| `(\w+)/` \|", text, re.M))]
        named = re.findall(r"`([a-z_]+/[\w./-]+\.(?:py|pyi|txt|toml))`", text)
        assert [
            path for path in named if not any((base / path).exists() for base in bases)
        ] == [], page.name


SNIPPETS: dict[str, str] = load_tool("python_in_documents").snippets()


@pytest.mark.parametrize("code", SNIPPETS.values(), ids=SNIPPETS)
def test_python_in_documents_runs(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.make_archive(str(tmp_path / "app"), "zip", EXAMPLES / "hello")
    for folder in ("catalog", "apps"):
        write(files(CATALOG), tmp_path / folder)
        shutil.copytree(EXAMPLES / "hello", tmp_path / folder / "hello")
    shutil.copy(EXAMPLES / "hello-environment.json", tmp_path / "environment.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    names: dict[str, Any] = {}
    exec(compile(code, "snippet", "exec"), names)
    results = [name for name in names.values() if isinstance(name, muranopl.RenderResult)]
    assert [result.diagnostics for result in results if result.model is None] == []


def test_the_library_page_has_all_public_names() -> None:
    named = set(re.findall(r"`([\w.]+)(?:\([^`]*\))?`", _page("library.md")))
    inherited = {*dir(tuple), *dir(Exception)}
    for name in muranopl.__all__:
        kind = getattr(muranopl, name)
        members = {
            item for item in dir(kind) if isinstance(kind, type) and not item.startswith("_")
        }
        assert {name, *members} - inherited - named == set(), name
