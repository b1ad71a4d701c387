"""`muranopl doc --format html`: links, titles, search, hostile texts, and the library that is missing."""

from __future__ import annotations

import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.project import EXAMPLES
from tests.views.documents.test_documents import run

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [go](javascript:alert(1)) "
    '![pixel](https://example.org/pixel.png) [more](https://example.org/?a="b&c)'
)


class Page(HTMLParser):
    """What a test asks of a page: its tags, links, anchors and text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.text = ""
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.attributes.update(values)
        if "href" in values:
            self.links.append(values["href"] or "")
        if values.get("id"):
            self.anchors.add(str(values["id"]))

    def handle_data(self, data: str) -> None:
        self.text += data


def html(*words: str | Path) -> tuple[int, str, str]:
    """Return the exit status, the output and the error output of `muranopl doc --format html`."""
    return run(*words, "--format", "html")


def test_a_site_whose_links_lead_somewhere(tmp_path: Path) -> None:
    """Links between pages, to classes of the same page and to those of others."""
    site = tmp_path / "site"
    words = (*(EXAMPLES / name for name in ("hello", "forms")), "-o", site)
    assert html(*words) == (0, "", "Wrote 3 files of 3.\n")
    pages = {path.name: Page(path) for path in site.iterdir()}
    assert sorted(pages) == ["example.forms.html", "example.hello.html", "index.html"]
    for name, page in pages.items():
        for link in map(urlsplit, page.links):
            target = pages[unquote(link.path) or name]
            assert not link.fragment or unquote(link.fragment) in target.anchors
    assert "example.hello.html" in pages["index.html"].links
    hello = pages["example.hello.html"]
    assert {"index.html", "#example.hello.Greeter"} <= set(hello.links)
    text = (site / "example.hello.html").read_text()
    assert "<title>Hello</title>" in text
    assert "an integer, not null, for which <code>$ &gt; 0 and" in text
    assert html(*words, "--check")[0] == 0


def test_classes_of_other_packages_are_links(package: Path, tmp_path: Path) -> None:
    """A class that another page describes is a link to its place there."""
    (package / "Classes" / "Greeter.yaml").write_text(
        "Name: example.hello.Greeter\nExtends: example.forms.Shop\n"
    )
    manifest = package / "manifest.yaml"
    manifest.write_text(manifest.read_text() + "Require: {example.forms: 1}\n")
    html(package, EXAMPLES / "forms", "-o", tmp_path / "site")
    page = Page(tmp_path / "site" / "example.hello.html")
    assert "example.forms.html#example.forms.Shop" in page.links


def test_texts_of_packages_are_no_markup(package: Path, tmp_path: Path) -> None:
    """Tags stay text, links run no script, and a page fetches nothing; its own script is its search."""
    manifest = package / "manifest.yaml"
    lines = manifest.read_text().splitlines()
    kept = [line for line in lines if not line.startswith(("Name:", "Description:"))]
    texts = ["Name: <b>Hello</b> & {title}", f"Description: '{HOSTILE}'"]
    manifest.write_text("\n".join([*kept, *texts, ""]))
    status, output, _ = html(package)
    (tmp_path / "page.html").write_text(output)
    page = Page(tmp_path / "page.html")
    assert status == 0
    assert "<title>&lt;b&gt;Hello&lt;/b&gt; &amp; {title}</title>" in output
    assert output.count("<script") == 1
    assert not page.tags & {"img", "b", "link"}
    assert not page.attributes & {"src", "onerror"}
    assert "<script>alert(1)</script> <img src=x onerror=alert(1)>" in page.text
    external = [link for link in page.links if not link.startswith("#")]
    assert {urlsplit(link).scheme for link in external} == {"https"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([str(EXAMPLES / "forms")], "documents one package, but there are 2: add -o DIR"),
        (["--readme", "README.md"], "--readme needs Markdown"),
        (["--check"], "--check compares files"),
    ],
)
def test_wrong_usage(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, output, errors = html(EXAMPLES / "hello", *words)
    assert (status, output, message in errors) == (2, "", True), errors
    assert list(tmp_path.iterdir()) == []


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named, and nothing is written; Markdown needs no library."""
    monkeypatch.delitem(sys.modules, "muranopl.views.documents.html_pages", raising=False)
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    status, output, errors = html(EXAMPLES / "hello", "-o", tmp_path / "site")
    assert (status, output) == (2, "")
    assert "HTML needs `pip install markdown-it-py` (the extra `html`)" in errors
    assert not (tmp_path / "site").exists()
    assert run(EXAMPLES / "hello")[0] == 0


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of an example."""
    return shutil.copytree(EXAMPLES / "hello", tmp_path / "hello")


def test_pages_have_no_diagrams(tmp_path: Path) -> None:
    """Markdown has the graph of requirements as Mermaid, which browsers do not draw."""
    words = (*(EXAMPLES / name for name in ("hello", "forms")), "-o")
    html(*words, tmp_path / "pages")
    run(*words, tmp_path / "markdown")
    index = Page(tmp_path / "pages" / "index.html")
    assert not {"svg", "pre"} & index.tags
    assert "Requirements" not in index.text
    assert "```mermaid" in (tmp_path / "markdown" / "index.md").read_text()


def test_a_package_called_index_and_an_open_fence(package: Path, tmp_path: Path) -> None:
    """Neither a name nor a text of an author replaces a part of the site."""
    manifest = package / "manifest.yaml"
    lines = manifest.read_text().splitlines()
    kept = [line for line in lines if not line.startswith(("FullName:", "Description:"))]
    fence = 'Description: "Use it so:\\n```sh\\nmuranopl\\n~~~\\n"'
    manifest.write_text("\n".join([*kept, "FullName: Index", fence, ""]))
    html(package, EXAMPLES / "tested", "-o", tmp_path / "site")
    names = sorted(path.name for path in (tmp_path / "site").iterdir())
    assert names == ["Index-package.html", "example.tested.html", "index.html"]
    assert "Index-package.html" in Page(tmp_path / "site" / "index.html").links
    text = (tmp_path / "site" / "Index-package.html").read_text()
    assert "muranopl\n~~~\n</code>" in text
    assert "<h2 " in text
