"""Parses the notation of examples: the files of a small package in one text.

    === manifest.yaml                   a file with the lines that follow, up to the next heading
    === logo.png [base64]               a file with these bytes
    === Classes/Pipe.yaml [fifo]        a named pipe
    === Classes/Out.yaml [link ../x]    a symbolic link to `../x`
    === Resources [dir]                 an empty folder

A text without a heading is the content of `Classes/Sample.yaml`. If the example has neither a
manifest nor a zip, a manifest is added that lists its class files under the namespace
`example.app`.

A section `=== model.json` or `=== model.yaml` is not part of the package, but an object model that
is rendered against it. Similarly `=== answers.json` and `=== answers.yaml` are answers to its form,
`=== cloud.yaml` is a cloud file, and `=== call.yaml` a call: the arguments of
`muranopl.Catalog.call` by name. `=== tests.yaml` runs the unit tests of the package: the arguments
of `muranopl.Catalog.test`.

The pages of the rules show their examples this way (`pages.py`), and so do the test cases. Above
the first heading there may be comments, and options for checking the example (with or without `#`
in front):

    check: a b          the paths to check, instead of all there is
    libraries: lib      the paths of packages that are used and not checked
    extensions: plugin  the paths of extension plugins
    quirks: engine      the quirks
    against: old        the path of older versions, with which the packages are compared
    locked: file        the path of the lock file
"""

from __future__ import annotations

import base64
import enum
import re
from collections.abc import Iterable

import msgspec

SINGLE = "Classes/Sample.yaml"
MANIFEST = "manifest.yaml"
OPTIONS = ("check", "libraries", "extensions", "quirks", "against", "locked")
_OPTION = re.compile(rf"#? ?(?P<key>{'|'.join(OPTIONS)}): *(?P<words>.*)")
_HEADING_LINE = re.compile(r"^=== .*", re.MULTILINE)
_HEADING = re.compile(r"=== (?P<path>.+?)(?: \[(?P<form>base64|fifo|dir|link (?P<target>.+))\])?")


class EntryKind(enum.Enum):
    """The kinds of entries of an example."""

    FILE = "file"
    FIFO = "fifo"
    LINK = "link"
    DIR = "dir"


class Entry(msgspec.Struct, frozen=True):
    """An entry of an example.

    A file has its `content`, a link its `target`, other entries neither.
    """

    kind: EntryKind
    content: bytes = b""
    target: str = ""


class Section(msgspec.Struct, frozen=True):
    """A heading with its lines.

    `form` is the word in brackets or "", `line` the number of the first line.
    """

    path: str
    form: str
    text: str
    line: int
    target: str = ""


def files(example: str) -> dict[str, Entry]:
    """Return the entries of an example, by path. Raise ValueError for mistakes in the notation."""
    head, result = sections(example)
    if not result:
        result = [Section(SINGLE, "", head, 1)]
    else:
        options(example)  # for its errors
    return complete({section.path: entry(section) for section in result})


def options(example: str) -> dict[str, list[str]]:
    """Return the options above the first heading, by name.

    Raise ValueError for a line that is not an option or comment.
    """
    head, result = sections(example)
    words: dict[str, list[str]] = {}
    for line in head.splitlines() if result else ():
        match = _OPTION.fullmatch(line)
        if match:
            words[match["key"]] = match["words"].split()
        elif line.strip() and not line.startswith("#"):
            raise ValueError(
                f"neither a comment nor an option ({', '.join(OPTIONS)}) above the first heading: {line}"
            )
    return words


def sections(text: str) -> tuple[str, list[Section]]:
    """Return the text above the first heading, and the sections.

    Raise ValueError for a bad heading.
    """
    headings = list(_HEADING_LINE.finditer(text))
    starts = [heading.start() for heading in headings] + [len(text)]
    result = []
    for heading, following in zip(headings, starts[1:], strict=True):
        match = _HEADING.fullmatch(heading[0].rstrip())
        if match is None:
            raise ValueError(f"bad heading: {heading[0]}")
        form = "link" if match["target"] else match["form"] or ""
        body, line = (text[heading.end() + 1 : following], text.count("\n", 0, heading.end()) + 2)
        result.append(Section(match["path"], form, body, line, match["target"] or ""))
    return text[: starts[0]], result


def entry(section: Section) -> Entry:
    """Return the entry of one section."""
    if section.form == "base64":
        return Entry(EntryKind.FILE, base64.b64decode("".join(section.text.split()), validate=True))
    if section.form:
        return Entry(EntryKind(section.form), target=section.target)
    return Entry(EntryKind.FILE, section.text.encode())


def complete(found: dict[str, Entry]) -> dict[str, Entry]:
    """Return the entries with a default manifest, if there is neither a manifest nor a zip."""
    # A zip brings its own manifest.
    if any(path.rpartition("/")[2] == MANIFEST or path.endswith(".zip") for path in found):
        return found
    return {MANIFEST: Entry(EntryKind.FILE, _manifest(found).encode()), **found}


def _manifest(paths: Iterable[str]) -> str:
    """Return a valid manifest that lists every class file."""
    listed = [
        path.removeprefix("Classes/")
        for path in paths
        if path.startswith("Classes/") and path.endswith(".yaml")
    ]
    lines = [
        f"  example.app.{path.removesuffix('.yaml').replace('/', '.')}: {path}" for path in listed
    ]
    head = ["Format: 1.4", "Type: Library", "FullName: example.app"]
    return "\n".join([*head, *(["Classes:", *lines] if lines else ["Classes: {}"]), ""])
