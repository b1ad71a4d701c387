"""Documents about packages: on standard output, in a folder, and between the markers of a README."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import muranopl
from muranopl.views.documents.packages import BEGIN, END
from tests.command_line import Outcome, outcome
from tests.project import EXAMPLES


def run(*words: str | Path) -> Outcome:
    """Return the outcome of `muranopl doc`."""
    return outcome("doc", "--no-cache", "-j1", *words)


def test_a_page_has_classes_and_the_form() -> None:
    """Contracts are in words; descriptions are from meta objects and comments."""
    page = muranopl.validate(EXAMPLES / "hello").documents()["example.hello.md"]
    for line in (
        "# Hello",
        "| package | `example.hello` |",
        "### `example.hello.WebServer`",
        "The application: one Linux server with a page on it that shows the greeting.",
        "| `port` | an integer, not null, for which `$ > 0 and $ < 65536` | `8080` |  |",
        "Inherited properties: `greeting` of `example.hello.Greeter`.",
        "| `greet(visitor)` | users | An action: once deployed, a user can call it from the dashboard. "
        "`visitor`: a string, not null |",
        "### Page `machine`",
        "| `flavor` | flavor | Flavor. |",
    ):
        assert line in page.splitlines()


def test_meta_objects_describe(tmp_path: Path) -> None:
    """Titles, descriptions and help of meta objects come before comments; markup stays text."""
    shutil.copytree(EXAMPLES / "hello", tmp_path / "hello")
    (tmp_path / "hello" / "Classes" / "Greeter.yaml").write_text(
        """\
Namespaces: {=: example.hello, m: io.murano.metadata}
Name: Greeter
Meta:
  - m:Description: {text: 'Says <b>hello</b> | and more'}
Properties:
  greeting:
    Contract: $.string()
    Meta:
      - m:Title: {text: A greeting}
      - m:HelpText: {text: What is said}
  # Of the class itself
  _hidden: {Contract: $.string()}
Methods:
  getGreeting:
    Arguments:
      - visitor: {Contract: $.string()}
    Body: []
"""
    )
    page = muranopl.validate(tmp_path / "hello").documents()["example.hello.md"]
    assert "Says &lt;b>hello&lt;/b> | and more" in page
    assert "| `greeting` | a string | A greeting. What is said. |" in page
    assert "_hidden" not in page


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "hello", tmp_path / "hello")
    (tmp_path / "hello" / "Classes" / "Greeter.yaml").write_text("Name: [")
    status, _, errors = run(tmp_path / "hello", "-o", tmp_path / "site")
    assert status == 0
    assert "1 error: the documents may be incomplete" in errors


def test_a_folder_of_documents(tmp_path: Path) -> None:
    """Each package has a page, and the index links to them; unchanged files are not written."""
    site = tmp_path / "site"
    words = (EXAMPLES / "hello", EXAMPLES / "forms", "-o", site)
    assert run(*words, "--check")[0] == 1
    status, output, errors = run(*words)
    assert (status, output, errors) == (0, "", "Wrote 3 files of 3.\n")
    assert {path.name for path in site.iterdir()} == {
        "index.md",
        "example.hello.md",
        "example.forms.md",
    }
    index = (site / "index.md").read_text()
    assert "| [Hello](example.hello.md) | 1.0.0 | Application |" in index
    assert run(*words, "--check")[0] == 0
    assert run(*words)[2] == "Wrote 0 files of 3.\n"


def test_a_readme(tmp_path: Path) -> None:
    """The document stands between the markers, and what is around it stays."""
    readme = tmp_path / "README.md"
    readme.write_text(f"# Mine\n\n{BEGIN}\nold\n{END}\n\nMore.\n")
    words = (EXAMPLES / "hello", "--readme", readme)
    assert run(*words, "--check")[0] == 1
    assert "old" in readme.read_text()
    assert run(*words)[0] == 0
    text = readme.read_text()
    assert text.startswith(f"# Mine\n\n{BEGIN}\n\n## Hello\n")
    assert text.endswith(f"{END}\n\nMore.\n")
    assert run(*words, "--check")[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--check"], "--check compares files"),
        (["-o", "x", "--readme", "y"], "cannot be combined"),
        (["--readme", "missing.md"], "around the document are missing"),
        ([str(EXAMPLES / "forms"), "--readme", "missing.md"], "--readme needs exactly one package"),
    ],
)
def test_wrong_usage(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong usage says what is wrong, and writes nothing."""
    monkeypatch.chdir(tmp_path)
    status, _, errors = run(EXAMPLES / "hello", *words)
    assert (status, message in errors) == (2, True), errors
    assert list(tmp_path.iterdir()) == []
