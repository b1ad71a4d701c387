"""The source pages of the site, in the layout that they have there."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from documentation.commands import command_pages
from documentation.http_api import http_page
from documentation.index_entries import with_index_entries
from documentation.python_api import python_page
from documentation.schemas import copy_schemas

ROOT = Path(__file__).resolve().parents[2]
CODES = "codes"
"""Folder of the pages of diagnostics; `diagnostics/pages.py` makes addresses with it."""
_IN_NO_TREE = "---\norphan: true\n---\n\n"
"""Head of the pages of diagnostics: in the tree, all of them would stand at the side of every page."""
_LINK = re.compile(r"(?P<text>\[[^\[\]]*)?\]\((?P<target>[^)#\s]+)(?P<anchor>(?:#[^)]*)?)\)")
_FILE_NAME = re.compile(r"\[`?(?:[\w-]+/)*[\w-]+\.md`?")
_FENCED = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)$", re.M | re.S)


def addresses() -> dict[str, str]:
    """Return where documents of the checkout are in the site: path there → path here."""
    documents = [
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/tutorials/*.md"),
        *ROOT.glob("docs/pictures/*"),
    ]
    result = {
        path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs").as_posix()
        for path in documents
    }
    for path in ROOT.glob("diagnostics/pages/*.md"):
        result[path.relative_to(ROOT).as_posix()] = f"{CODES}/{path.name}"
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        result[name] = f"project/{name.lower()}"
    result["README.md"] = "project/readme.md"
    return result


def write_pages(folder: Path) -> None:
    """Write all sources of the site into a new folder."""
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "conf.py", folder)
    paths = addresses()
    for path, address in paths.items():
        target = folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".md"):
            text = moved((ROOT / path).read_text(encoding="utf-8"), path, paths)
            head = _IN_NO_TREE if address.startswith(f"{CODES}/") else ""
            target.write_text(head + with_index_entries(text), encoding="utf-8")
        else:
            shutil.copy(ROOT / path, target)
    generated = {
        **command_pages(),
        "reference/python.md": python_page(),
        "reference/http.md": http_page(),
    }
    for address, text in generated.items():
        target = folder / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    copy_schemas(ROOT, folder / "reference")


def moved(text: str, path: str, paths: Mapping[str, str]) -> str:
    """Return a document with its links as they are at its address in the site.

    A link whose text is the name of a document gets its title from Sphinx, as it has no text then.
    `path` is the document's in the checkout, with slashes. Links to files that are not part of the
    site stay as they are: Sphinx reports them.
    """
    here = posixpath.dirname(paths[path])

    def link(match: re.Match[str]) -> str:
        folder, text = posixpath.dirname(path), match["text"] or ""
        target = posixpath.normpath(posixpath.join(folder, match["target"]))
        if target not in paths:
            return match[0]
        address = posixpath.relpath(paths[target], here or ".")
        shown = "[" if _FILE_NAME.fullmatch(text) else text
        return f"{shown}]({address}{match['anchor']})"

    pieces: list[str] = []
    end = 0
    # Links are those of the prose: examples in fences stay
    for fence in _FENCED.finditer(text):
        pieces += [_LINK.sub(link, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, _LINK.sub(link, text[end:])])
