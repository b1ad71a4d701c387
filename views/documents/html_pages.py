"""Documents as HTML: pages that need no network, no script and no other file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_INDEX = "index.html"
# Tags that authors write stay text, and pictures become links, which browsers do not fetch.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1em/1.5 sans-serif; max-width: 70em; margin: auto; padding: 1em 2em; color: #222; background: #fff }}
a {{ color: #0645ad }}
code, pre {{ background: #f2f2f2; border-radius: 3px }}
code {{ padding: .1em .3em; overflow-wrap: anywhere }}
pre {{ padding: .8em; overflow-x: auto }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; margin: 1em 0 }}
td:first-child code {{ overflow-wrap: normal }}
td, th {{ border: 1px solid #ccc; padding: .3em .7em; text-align: left; vertical-align: top }}
th:empty {{ border: 0; padding: 0 }}
nav li {{ display: inline-block; margin-right: 1em }}
nav ul {{ padding: 0 }}
@media (prefers-color-scheme: dark) {{
  body {{ color: #ddd; background: #161616 }}
  a {{ color: #8ab4f8 }}
  code, pre {{ background: #2a2a2a }}
  td, th {{ border-color: #444 }}
}}
</style>
{contents}{body}"""


@dataclass(frozen=True)
class _Heading:
    title: str
    level: int
    anchor: str
    is_class: bool


def html_pages(documents: Mapping[str, str]) -> dict[str, str]:
    """Return a page for each Markdown document, by file names that end in `.html`.

    Links among the documents become links among the pages, and names of classes that are written as code
    become links to what is said about them.
    """
    names = {name: f"{name.removesuffix('.md')}.html" for name in documents}
    tokens = {names[name]: _PARSER.parse(text) for name, text in documents.items()}
    headings = {page: list(_headings(blocks)) for page, blocks in tokens.items()}
    files = {_address(name): _address(page) for name, page in names.items()}
    classes: dict[str, dict[str, str]] = {}
    for page, items in headings.items():
        for item in items:
            if item.is_class:
                classes.setdefault(item.title, {})[page] = item.anchor
    pages = {}
    for page, blocks in tokens.items():
        links = _Links(page, files, classes)
        for block in blocks:
            block.children = block.children and list(_linked(block.children, links))
        has_index = _INDEX in tokens and page != _INDEX
        title = headings[page][0].title if headings[page] else ""
        level = 2 if page == _INDEX else 3
        contents = [item for item in headings[page] if item.level == level]
        pages[page] = _page(blocks, title, contents, has_index)
    return pages


@dataclass(frozen=True)
class _Links:
    """Addresses of what a page links to: pages by documents, and anchors of classes by pages."""

    page: str
    files: Mapping[str, str]
    classes: Mapping[str, Mapping[str, str]]

    def to_class(self, name: str) -> str | None:
        """Return the address of a class, None for a name that is none of one."""
        if name not in self.classes:
            return None
        anchors = self.classes[name]
        # Of several versions of its package, the one of this page or the last one is meant
        if self.page in anchors:
            return _address(f"#{anchors[self.page]}")
        page, anchor = list(anchors.items())[-1]
        return _address(f"{page}#{anchor}")


def _address(name: str) -> str:
    return _PARSER.normalizeLink(name)


def _headings(tokens: Sequence[Token]) -> Iterator[_Heading]:
    """Yield the headings of a document, which get anchors."""
    anchors: set[str] = set()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        parts = inline.children or ()
        title = "".join(token.content for token in parts)
        anchor = "-".join(title.split())
        while anchor in anchors:
            anchor += "-"
        anchors.add(anchor)
        opening.attrSet("id", anchor)
        is_class = [token.type for token in parts] == ["code_inline"]
        yield _Heading(title, int(opening.tag[1:]), anchor, is_class)


def _linked(tokens: Sequence[Token], links: _Links) -> Iterator[Token]:
    """Yield the parts of a line; links lead to pages, and names of classes are links."""
    is_in_link = False
    for token in tokens:
        if token.type in {"link_open", "link_close"}:
            is_in_link = token.type == "link_open"
        file = links.files.get(str(token.attrs.get("href", "")))
        if file is not None:
            token.attrSet("href", file)
        is_name = token.type == "code_inline" and not is_in_link
        address = links.to_class(token.content) if is_name else None
        if address is None:
            yield token
        else:
            yield Token("link_open", "a", 1, attrs={"href": address})
            yield token
            yield Token("link_close", "a", -1)


def _page(
    tokens: Sequence[Token], title: str, contents: Sequence[_Heading], has_index: bool
) -> str:
    links = [(_INDEX, "Packages")] if has_index else []
    links += [(_address(f"#{item.anchor}"), item.title) for item in contents]
    lines = [f'<li><a href="{escape(address)}">{escape(text)}</a>' for address, text in links]
    navigation = "\n".join(["<nav><ul>", *lines, "</ul></nav>", ""]) if lines else ""
    body = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return _PAGE.format(title=escape(title), contents=navigation, body=body)
