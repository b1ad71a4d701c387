"""Documents as HTML: pages with a search, which need no network and no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_INDEX = "index.html"
# Tags that authors write stay text, and pictures become links, which browsers do not fetch.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_MOST_HITS = 50
_OPEN_CONTENTS = 12
# The box is shown by the script: without one, a page is a document. Enter opens the first hit, or
# searches all packages from the page of one.
_SCRIPT = f"""
const form = document.querySelector('form'), box = form.elements.q
const hits = [...document.querySelectorAll('#hits li')], count = form.querySelector('output')
const find = () => {{
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const found = hits.filter((hit) => {{
    const text = hit.textContent.toLowerCase()
    hit.hidden = true
    return words.length && words.every((word) => text.includes(word))
  }})
  for (const hit of found.slice(0, {_MOST_HITS})) hit.hidden = false
  count.value = words.length ? `${{found.length}} found` : ''
  return found[0]
}}
box.value = new URLSearchParams(location.search).get('q') ?? ''
box.addEventListener('input', find)
form.addEventListener('submit', (event) => {{
  const link = find()?.querySelector('a')
  if (link || !form.getAttribute('action')) event.preventDefault()
  link?.click()
}})
form.hidden = false
find()
"""
_HASH = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{_HASH}'"
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1em/1.5 sans-serif; max-width: 70em; margin: auto; padding: 1em clamp(.8em, 3vw, 2em) }}
body {{ color: #222; background: #fff }}
h1, h2, h3, #hits {{ overflow-wrap: anywhere }}
a {{ color: #0645ad }}
code, pre {{ background: #f2f2f2; border-radius: 3px }}
code {{ padding: .1em .3em; overflow-wrap: anywhere }}
pre {{ padding: .8em; overflow-x: auto }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; margin: 1em 0 }}
td {{ overflow-wrap: break-word }}
td:last-child {{ min-width: 12em }}
td:first-child code {{ overflow-wrap: normal }}
td, th {{ border: 1px solid #ccc; padding: .3em .7em; text-align: left; vertical-align: top }}
th:empty {{ border: 0; padding: 0 }}
nav li {{ display: inline-block; margin-right: 1em; overflow-wrap: anywhere }}
nav ul {{ padding: 0 }}
input {{ font: inherit; box-sizing: border-box; width: min(100%, 30em); padding: .3em .5em }}
@media (prefers-color-scheme: dark) {{
  body {{ color: #ddd; background: #161616 }}
  a {{ color: #8ab4f8 }}
  code, pre {{ background: #2a2a2a }}
  td, th {{ border-color: #444 }}
}}
</style>
<form role="search"{action} hidden>
<input type="search" name="q" aria-label="Search" placeholder="Search classes and their members" autocomplete="off">
<output></output>
<ul id="hits">
{hits}
</ul>
</form>
{contents}<main>
{body}</main>
<script>{script}</script>
"""


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
    entries = {page: list(_entries(blocks)) for page, blocks in tokens.items() if page != _INDEX}
    everything = [
        entry.moved(page, headings[page][0].title)
        for page, items in entries.items()
        for entry in items
    ]
    pages = {}
    for page, blocks in tokens.items():
        links = _Links(page, files, classes)
        for block in blocks:
            block.children = block.children and list(_linked(block.children, links))
        has_index = _INDEX in tokens and page != _INDEX
        title = headings[page][0].title if headings[page] else ""
        level = 2 if page == _INDEX else 3
        contents = [item for item in headings[page] if item.level == level]
        hits = everything if page == _INDEX else entries[page]
        pages[page] = _page(blocks, title, contents, hits, has_index=has_index)
    return pages


@dataclass(frozen=True)
class _SearchHit:
    """A row of the search: a heading, or a member of a class."""

    name: str
    about: str
    url: str

    def moved(self, page: str, package: str) -> _SearchHit:
        """Return the row for another page."""
        return _SearchHit(
            self.name, f"{self.about} ({package})".lstrip(), _address(page) + self.url
        )


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


def _entries(tokens: Sequence[Token]) -> Iterator[_SearchHit]:
    """Yield what a document describes: its headings, and the names that begin rows of tables."""
    title = anchor = kind = ""
    for row, opening, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        parts = inline.children or ()
        text = "".join(token.content for token in parts)
        if opening.type == "heading_open":
            title, anchor = text, _address(f"#{opening.attrs['id']}")
            if opening.tag != "h2":  # "Classes" and "Form" describe nothing themselves
                yield _SearchHit(title, "", anchor)
        elif row.type == "tr_open" and opening.type == "th_open":
            kind = text
        elif row.type == "tr_open" and parts and parts[0].type == "code_inline":
            yield _SearchHit(text, f"{kind} of {title}", anchor)


def _page(
    tokens: Sequence[Token],
    title: str,
    contents: Sequence[_Heading],
    hits: Iterable[_SearchHit],
    *,
    has_index: bool,
) -> str:
    links = [(_INDEX, "Packages")] if has_index else []
    links += [(_address(f"#{item.anchor}"), item.title) for item in contents]
    lines = [f'<li><a href="{escape(address)}">{escape(text)}</a>' for address, text in links]
    state = " open" if len(lines) <= _OPEN_CONTENTS else ""
    opening = f"<nav><details{state}><summary>Contents</summary><ul>"
    navigation = "\n".join([opening, *lines, "</ul></details></nav>", ""]) if lines else ""
    return _PAGE.format(
        policy=_POLICY,
        title=escape(title),
        action=f' action="{_INDEX}"' if has_index else "",
        hits="\n".join(
            f'<li hidden><a href="{escape(hit.url)}">{escape(hit.name)}</a> {escape(hit.about)}'
            for hit in hits
        ),
        contents=navigation,
        body=_PARSER.renderer.render(tokens, _PARSER.options, {}),
        script=_SCRIPT,
    )
