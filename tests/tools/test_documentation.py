"""The sources of the site: links lead where documents are in it, and every command has a page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
import pytest

import muranopl
from muranopl.interfaces.cli.main import COMMANDS, cli
from tests.project import ROOT

# The tools are not part of the program: their folder is on the path only here
sys.path.insert(0, str(ROOT / "tools"))
try:
    from documentation.commands import command_pages
    from documentation.http_api import http_page
    from documentation.pages import addresses, moved, write_pages
    from documentation.python_api import python_page
finally:
    sys.path.pop(0)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("docs/a.md", "[b](b.md#c)", "[b](b.md#c)"),
        ("docs/a.md", "[1](../diagnostics/pages/MPL001.md)", "[1](codes/MPL001.md)"),
        ("README.md", "[b](docs/b.md)", "[b](../b.md)"),
        ("docs/b.md", "[a](../README.md)", "[a](project/readme.md)"),
        ("docs/a.md", "[b.md](b.md), [b.md](b.md#c)", "[](b.md), [](b.md#c)"),
        ("README.md", "[docs/b.md](docs/b.md)", "[](../b.md)"),
        ("docs/a.md", "[b.md](elsewhere/b.md)", "[b.md](elsewhere/b.md)"),
        ("docs/b.md", "[![x](x.png)](a.md)", "[![x](x.png)](a.md)"),
        ("docs/a.md", "[x](https://example.org/b.md)", "[x](https://example.org/b.md)"),
        ("README.md", "```\n[b](docs/b.md)\n```\n", "```\n[b](docs/b.md)\n```\n"),
    ],
)
def test_links_are_those_of_the_site(path: str, text: str, expected: str) -> None:
    paths = {
        "docs/a.md": "a.md",
        "docs/b.md": "b.md",
        "README.md": "project/readme.md",
        "diagnostics/pages/MPL001.md": "codes/MPL001.md",
    }
    assert moved(text, path, paths) == expected


def test_every_document_is_in_the_site(tmp_path: Path) -> None:
    write_pages(tmp_path / "sources")
    missing = [
        address
        for address in addresses().values()
        if not (tmp_path / "sources" / address).is_file()
    ]
    assert missing == []
    assert (tmp_path / "sources" / "codes" / "MPL163.md").is_file()


def test_every_document_is_in_the_contents() -> None:
    """Sphinx warns of pages that are in no tree; this says so before it is run."""
    trees = re.findall(r"```{toctree}\n(.*?)```", (ROOT / "docs" / "index.md").read_text(), re.S)
    listed = {f"{line}.md" for tree in trees for line in tree.split() if ":" not in line}
    pages = {
        address
        for address in addresses().values()
        if address.endswith(".md") and not address.startswith("codes/")
    }
    assert pages - listed == {"index.md"}


def test_every_command_has_a_page_with_its_options() -> None:
    pages = command_pages()
    context = click.Context(cli)
    for name in COMMANDS:
        text = pages[f"reference/commands/{name}.md"]
        command = cli.get_command(context, name)
        assert command is not None
        options = [item for item in command.params if isinstance(item, click.Option)]
        shown = [item for item in options if not item.hidden]
        assert [item.name for item in shown if item.opts[-1] not in text] == []


def test_generated_pages_have_all_names() -> None:
    python = python_page()
    classes_and_functions = [name for name in muranopl.__all__ if callable(getattr(muranopl, name))]
    assert [name for name in classes_and_functions if f"muranopl.{name}\n" not in python] == []
    assert "## `/validate`" in http_page()
