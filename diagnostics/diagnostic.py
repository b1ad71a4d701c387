"""Defines a diagnostic, its fixes, and suppressions: plain frozen data, without formatting.

A `Correction` is a suggestion from which a fix follows, see `correcting`.

`suppressions.scanning` reads suppressions from files.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.places import Place, Placed
from muranopl.diagnostics.visible import visible


class Applicability(enum.Enum):
    """Whether a fix keeps the meaning that was certainly intended, or may change it."""

    SAFE = "safe"
    UNSAFE = "unsafe"


class TextEdit(Placed, msgspec.Struct, frozen=True):
    r"""A text in place of what is written at a place; an empty place is one to insert at.

    Line ends are `\n`, whatever those of the file are.
    """

    place: Place
    text: str


def fixed_by(
    title: str, *edits: TextEdit | None, applicability: Applicability = Applicability.SAFE
) -> tuple[Fix, ...]:
    """Return the fix of some edits; none if one of these is not possible."""
    present = tuple(edit for edit in edits if edit is not None)
    if not edits or len(present) < len(edits):
        return ()
    return (Fix(title, applicability, present),)


class Fix(msgspec.Struct, frozen=True):
    """Edits that belong together: all of them are made, or none."""

    title: str
    applicability: Applicability
    edits: tuple[TextEdit, ...]

    @property
    def is_safe(self) -> bool:
        """Whether it may be made without being asked for."""
        return self.applicability is Applicability.SAFE

    @property
    def is_in_folder(self) -> bool:
        """Whether all its files are below a folder, and none is an entry of a zip, elsewhere or an input."""
        files = [edit.place.file for edit in self.edits]
        return all(file.path and file.is_writable for file in files)


class Correction(str):
    """A suggestion in words: `text` is to be written in place of what is wrong.

    That is all at the place of the diagnostic if it `is_whole`, which is `instead_of` if that is
    known. Else it is the word `instead_of`; without one, the word at the place that the message
    names. Without `applicability` it is a name, and safe if what is wrong is certainly a slip for
    it.
    """

    __slots__ = ("applicability", "instead_of", "is_whole", "text")

    text: str
    instead_of: str | None
    is_whole: bool
    applicability: Applicability | None

    @classmethod
    def of(
        cls,
        words: str,
        text: str,
        *,
        instead_of: str | None = None,
        is_whole: bool = False,
        applicability: Applicability | None = None,
    ) -> Correction:
        """Return the suggestion that says these words."""
        result = cls(words)
        result.text, result.instead_of = text, instead_of
        result.is_whole, result.applicability = is_whole, applicability
        return result


def write_instead(
    text: str | None, applicability: Applicability, otherwise: str = ""
) -> Correction | None:
    """Return the suggestion to write a text in place of what is marked; None if there is none."""
    if text is None:
        return None
    words = f"write `{text.strip()}`{otherwise}"
    return Correction.of(words, text, is_whole=True, applicability=applicability)


class Severity(enum.Enum):
    """The severity: an error breaks the package, a warning is a likely mistake, an info a hint."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Refusal(enum.Enum):
    """The part that the engine refuses to load because of a mistake: its class, or all of its file."""

    CLASS = "class"
    FILE = "file"


class Phase(enum.Enum):
    """The five phases in order; the value is the name that users type."""

    READ = "read"
    NAMESPACE = "namespace"
    HIERARCHY = "hierarchy"
    INHERIT = "inherit"
    RENDER = "render"

    @property
    def number(self) -> int:
        """The position in the pipeline, from 1."""
        return list(Phase).index(self) + 1


class Related(Placed, msgspec.Struct, frozen=True):
    """Another place that explains a diagnostic: a first definition, a parent's declaration."""

    message: str
    place: Place


class InModel(msgspec.Struct, frozen=True):
    """The value of an object model that a diagnostic is about.

    `path` is its path from the root (`$.instance.networks[0]`), `contract` the contract that
    refused it, as written.
    """

    path: str
    contract: str | None = None


DiagnosticKey = tuple[str, str, int, int, int, int]
"""A code and a place (see `Place.key`)."""


class Diagnostic(Placed, msgspec.Struct, frozen=True, kw_only=True):
    """A problem: code, name, message, severity, place and suggestion.

    `package` is the full name of the package it was found in, or None if that is unknown.
    `in_model` is set if it is about a value of an object model. `left_out` is the number of further
    diagnostics of this code in this file that this one stands for, at the place of the first; 0 for
    ordinary diagnostics. `refuses` is what the engine does not load because of it; None for a
    mistake that has an effect later, or never. `quirk` is the name of the quirk that makes it a
    warning, as the engine accepts what a document rejects. `fixes` are ways to mend it, the best one first.

    Two with the same content and place are equal, also when pickled; the text of the file is not
    pickled, so that reports of unpickled ones have no source lines.
    """

    code: str
    name: str
    severity: Severity
    phase: Phase
    message: str
    place: Place
    package: str | None = None
    notes: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    suggestion: str | None = None
    in_model: InModel | None = None
    left_out: int = 0
    refuses: Refusal | None = None
    quirk: str | None = None
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        """Return `path:line:column: severity code message`, on one line."""
        where = f"{visible(self.place.file.address)}:{self.line}:{self.column}"
        return f"{where}: {self.severity.value} {self.code} {visible(self.message)}"

    @property
    def docs_url(self) -> str | None:
        """The address of the documentation of this code; None if the build names no site."""
        from muranopl.diagnostics.pages import page_address  # few formats have it

        return page_address(self.code)

    def fix(self, *, unsafe: bool = False) -> Fix | None:
        """Return the first fix that can be written to files, with `unsafe` also an unsafe one.

        Files in zips are never written.
        """
        for fix in self.fixes:
            if fix.is_in_folder and (unsafe or fix.is_safe):
                return fix
        return None

    @property
    def is_internal(self) -> bool:
        """Whether it reports an internal error of muranopl."""
        return self.code == "MPL001"

    def sort_key(self) -> tuple[object, ...]:
        """Return the sort key: place, code (those that stand for others last), message, package."""
        return (*self.place.key(), self.code, self.left_out, self.message, self.package or "")


def key_of(diagnostic: Diagnostic) -> DiagnosticKey:
    """Return the code and place of a diagnostic, without its message."""
    return (diagnostic.code, *diagnostic.place.key())


def errors_of(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return those of some diagnostics that are errors."""
    return [item for item in diagnostics if item.severity is Severity.ERROR]


def at_most_warning(diagnostic: Diagnostic, *notes: str) -> Diagnostic:
    """Return a diagnostic, if it is an error as a warning with further notes."""
    if diagnostic.severity is not Severity.ERROR:
        return diagnostic
    notes = (*diagnostic.notes, *notes)
    return msgspec.structs.replace(diagnostic, severity=Severity.WARNING, notes=notes, refuses=None)


def as_error(diagnostic: Diagnostic, *notes: str) -> Diagnostic:
    """Return a diagnostic as an error, with further notes."""
    notes = (*diagnostic.notes, *notes)
    return msgspec.structs.replace(diagnostic, severity=Severity.ERROR, notes=notes)


MARKER = "muranopl:"
"""The text with which such comments begin."""
NEAR_MARKERS = (MARKER, "# muranopl", "#muranopl", "noqa")
"""Texts one of which files contain that have such comments, or misspelt ones."""


class Suppression(msgspec.Struct, frozen=True):
    """A word of a comment that suppresses diagnostics, and the lines that it covers.

    `problem` says what is wrong with the comment, which suppresses nothing then.
    """

    place: Place
    word: str
    first: int = 0
    last: int = 0
    is_file: bool = False
    problem: str = ""
