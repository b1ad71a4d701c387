"""Case files: a small package in the notation of examples, with the diagnostics it must give on their lines.

    # What the case shows.
    libraries: lib
    === Classes/Sample.yaml
    Name: Sample
    Extends: Missing #! MPL204: no class "Missing"

What stands after ` #! ` never reaches the file: a code alone, or a code and (a part of) its
message; several are separated by ` #! ` again. What is about no such line (a zip, a manifest that
was not written) stands in a section `=== expect`, a line for each: `path:line CODE: message`. A
case starts with a comment that says what it shows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from muranopl.diagnostics.examples import Entry, Section, complete, entry, options, sections

MARK = " #! "
EXPECT = "expect"
_LISTED = re.compile(r"(?P<file>.+?):(?P<line>\d+) (?P<text>.+)")


class Found(NamedTuple):
    """A diagnostic that was reported: a path of the case, and a message on one line."""

    file: str
    line: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.code}: {self.message}"


class Expectation(NamedTuple):
    """A diagnostic that is expected; `text` is `CODE` or `CODE: part of the message`."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.text}"

    def fits(self, found: Found) -> bool:
        """Whether this diagnostic is the expected one."""
        code, _, message = self.text.partition(": ")
        return (self.file, self.line, code) == found[:3] and message in found.message


class Case(NamedTuple):
    """A case file, read; `text` is the whole of it."""

    text: str
    options: dict[str, list[str]]
    files: dict[str, Entry]
    expected: list[Expectation]


class Outcome(NamedTuple):
    """What was expected and came, what did not come, and what came unexpected."""

    fitting: list[tuple[Expectation, Found]]
    missing: list[Expectation]
    surplus: list[Found]

    def __str__(self) -> str:
        lines = [
            *(f"  missing: {item}" for item in self.missing),
            *(f"  surplus: {item}" for item in self.surplus),
        ]
        return "\n".join(
            [*lines, f"  ({len(self.fitting)} as expected; --rewrite takes what was reported)"]
        )


def read(text: str) -> Case:
    """Read a case file; ValueError where it is not written as it should be."""
    head, parts = sections(text)
    if not head.startswith("# ") or not parts or not text.endswith("\n"):
        raise ValueError(
            "a case is: a line `# What it shows.`, sections, and a line end (bytes without one: [base64])"
        )
    files: dict[str, Entry] = {}
    expected: list[Expectation] = []
    for part in parts:
        if part.path == EXPECT:
            expected += [_listed(line) for line in part.text.splitlines() if line.strip()]
        else:
            lines = _marked(part)
            files[part.path] = entry(replace(part, text="\n".join(line for line, *_ in lines)))
            for at, (_, *marks) in enumerate(lines, 1):
                expected += [Expectation(part.path, at, mark.strip()) for mark in marks]
    return Case(text, options(text), complete(files), expected)


def _marked(part: Section) -> list[list[str]]:
    """The lines of a section, each with its marks; a section in brackets has none."""
    return [[part.text]] if part.form else [line.split(MARK) for line in part.text.split("\n")]


def _listed(line: str) -> Expectation:
    match = _LISTED.fullmatch(line.strip())
    if match is None:
        raise ValueError(f"not `path:line CODE: message`: {line}")
    return Expectation(match["file"], int(match["line"]), match["text"])


def compare(expected: Iterable[Expectation], found: Iterable[Found]) -> Outcome:
    """Pair what was expected with what was found, the most exact expectations first."""
    left = list(found)
    outcome = Outcome([], [], left)
    for expectation in sorted(expected, key=lambda item: -len(item.text)):
        for candidate in left:
            if expectation.fits(candidate):
                left.remove(candidate)
                outcome.fitting.append((expectation, candidate))
                break
        else:
            outcome.missing.append(expectation)
    return outcome


def rewritten(case: Case, outcome: Outcome) -> str:
    """Return the case's text with what was reported as what is expected; what fits stays as it was written."""
    marks: dict[tuple[str, int], list[str]] = defaultdict(list)
    kept = [expectation for expectation, _ in outcome.fitting]
    new = [
        Expectation(item.file, item.line, f"{item.code}: {item.message}")
        for item in outcome.surplus
    ]
    for item in sorted([*kept, *new]):
        marks[item.file, item.line].append(item.text)
    head, parts = sections(case.text)
    text = head
    for part in parts:
        if part.path != EXPECT:
            text += case.text.split("\n")[part.line - 2] + "\n" + _with_marks(part, marks)
    rest = [f"{file}:{line} {item}\n" for (file, line), texts in marks.items() for item in texts]
    return text + (f"=== {EXPECT}\n" + "".join(rest) if rest else "")


def _with_marks(part: Section, marks: dict[tuple[str, int], list[str]]) -> str:
    """The section's text with its marks, which are taken out of `marks`."""
    if part.form:
        return part.text
    *lines, last = _marked(part)
    texts = [
        MARK.join([line, *marks.pop((part.path, at), ())]) for at, (line, *_) in enumerate(lines, 1)
    ]
    return "\n".join([*texts, last[0]])
