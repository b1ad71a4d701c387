"""The notation of examples: the files of a small package in one text.

    === manifest.yaml                   a file with the lines that follow, up to the next heading
    === logo.png [base64]               a file with these bytes
    === Classes/Pipe.yaml [fifo]        a named pipe
    === Classes/Out.yaml [link ../x]    a symbolic link to `../x`
    === Resources [dir]                 an empty folder

A text without a heading is the content of `Classes/Sample.yaml`. Where the example brings neither a manifest nor a zip,
a manifest is added that lists its class files under the namespace `example.app`.

A section `=== model.json` or `=== model.yaml` is no part of the package, though it stands beside it, but an object
model that is rendered against it. So are `=== answers.json` and `=== answers.yaml` answers that its form is filled in
with, `=== cloud.yaml` is a cloud file, and `=== call.yaml` a call: the arguments of `muranopl.Catalog.call` by name.
`=== tests.yaml` has the unit tests of the package run: the arguments of `muranopl.Catalog.test`.

The pages of the rules show their examples this way (`pages.py`), and so do the test cases. Above the first heading may
stand comments, and options on how to check what is there (with or without `#` in front):

    check: a b          the paths to check, instead of all there is
    libraries: lib      the paths of packages that are used and not checked
    quirks: engine      the quirks
"""

from __future__ import annotations

import base64
import enum
import re
from collections.abc import Iterable

import msgspec

SINGLE = "Classes/Sample.yaml"
MANIFEST = "manifest.yaml"
MODELS = ("model.json", "model.yaml")
ANSWERS = ("answers.json", "answers.yaml")
CLOUD = "cloud.yaml"
CALL = "call.yaml"
TESTS = "tests.yaml"
OPTIONS = ("check", "libraries", "quirks")
_OPTION = re.compile(rf"#? ?(?P<key>{'|'.join(OPTIONS)}): *(?P<words>.*)")
_HEADING_LINE = re.compile(r"^=== .*", re.MULTILINE)
_HEADING = re.compile(r"=== (?P<path>.+?)(?: \[(?P<form>base64|fifo|dir|link (?P<target>.+))\])?")


class EntryKind(enum.Enum):
    """What stands at a path."""

    FILE = "file"
    FIFO = "fifo"
    LINK = "link"
    DIR = "dir"


class Entry(msgspec.Struct, frozen=True):
    """One thing of an example: a file with its `content`, or a link with its `target`, or neither."""

    kind: EntryKind
    content: bytes = b""
    target: str = ""


class Section(msgspec.Struct, frozen=True):
    """One heading with its lines: `form` is the word in brackets or "", `line` the number of the text's first line."""

    path: str
    form: str
    text: str
    line: int
    target: str = ""


def files(example: str) -> dict[str, Entry]:
    """Return what an example consists of, by path; ValueError for bad base64 or other mistakes in the notation."""
    head, found = sections(example)
    if not found:
        found = [Section(SINGLE, "", head, 1)]
    else:
        options(example)  # for its errors
    return complete({section.path: entry(section) for section in found})


def model(paths: Iterable[str]) -> str | None:
    """Return which of an example's paths is the object model, the answers to its form, or another of these files.

    None where it has none; ValueError for two of them.
    """
    found = [path for path in paths if path in {*MODELS, *ANSWERS, CLOUD, CALL, TESTS}]
    if len(found) > 1:
        raise ValueError(f"an example has one object model, not {' and '.join(found)}")
    return found[0] if found else None


def options(example: str) -> dict[str, list[str]]:
    """Return the options above the first heading, by name; ValueError for what is neither an option nor a comment."""
    head, found = sections(example)
    words: dict[str, list[str]] = {}
    for line in head.splitlines() if found else ():
        match = _OPTION.fullmatch(line)
        if match:
            words[match["key"]] = match["words"].split()
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"neither a comment nor an option ({', '.join(OPTIONS)}) above the first heading: {line}")
    return words


def sections(text: str) -> tuple[str, list[Section]]:
    """Split a text at its headings: return the text above the first, and the sections."""
    headings = list(_HEADING_LINE.finditer(text))
    starts = [heading.start() for heading in headings] + [len(text)]
    found = []
    for heading, following in zip(headings, starts[1:], strict=True):
        match = _HEADING.fullmatch(heading[0].rstrip())
        if match is None:
            raise ValueError(f"bad heading: {heading[0]}")
        form = "link" if match["target"] else match["form"] or ""
        body, line = text[heading.end() + 1 : following], text.count("\n", 0, heading.end()) + 2
        found.append(Section(match["path"], form, body, line, match["target"] or ""))
    return text[: starts[0]], found


def entry(section: Section) -> Entry:
    """Return what one section stands for."""
    if section.form == "base64":
        return Entry(EntryKind.FILE, base64.b64decode("".join(section.text.split()), validate=True))
    if section.form:
        return Entry(EntryKind(section.form), target=section.target)
    return Entry(EntryKind.FILE, section.text.encode())


def complete(found: dict[str, Entry]) -> dict[str, Entry]:
    """Add the default manifest where there is neither a manifest nor a zip."""
    if any(path.rpartition("/")[2] == MANIFEST or path.endswith(".zip") for path in found):
        return found
    return {MANIFEST: Entry(EntryKind.FILE, _manifest(found).encode()), **found}


def _manifest(paths: Iterable[str]) -> str:
    """Return a good manifest that lists every class file."""
    listed = [path.removeprefix("Classes/") for path in paths if path.startswith("Classes/") and path.endswith(".yaml")]
    lines = [f"  example.app.{path.removesuffix('.yaml').replace('/', '.')}: {path}" for path in listed]
    head = ["Format: 1.4", "Type: Library", "FullName: example.app"]
    return "\n".join([*head, *(["Classes:", *lines] if lines else ["Classes: {}"]), ""])
