"""Defines types of response bodies, which /openapi.json describes, and writes them as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypedDict, TypeVar, cast

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.report_data import plain_diagnostic
from muranopl.diagnostics.formats.value_paths import ValuePaths
from muranopl.diagnostics.places import Place, Placed
from muranopl.language.grammar.versions import LATEST
from muranopl.namespace.versions import NamedBy, unversioned

# Versions as the engine reads them: more than a pattern could say is refused when it is used
_NUMBER = "(0|[1-9][0-9]{0,30})"
_LABEL = rf"({_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_WHOLE = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(-{_LABEL}(\.{_LABEL})*)?"
_BUILD = r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
_SHORT = rf"{_NUMBER}(\.({_NUMBER}|\*)(\.\*)?)?"
# `!=` with a short version is refused beside other parts
_PART = (
    rf"((==?|!=)? *{_WHOLE}{_BUILD}|([=<>~^]|[=<>~]=)? *({_WHOLE}|{_SHORT})"
    r"|(==?|>=)? *\*)"
)
_PARTS = rf" *({_PART}( *, *{_PART})*|!= *{_SHORT}) *"
VERSIONS = rf"^(latest|{_PARTS})?$"


def doc(
    description: str | None = None, *, refusal: str | None = None, **constraints: Any
) -> msgspec.Meta:
    """Return an annotation for a type in /openapi.json: what it means, and its constraints.

    `refusal` is the end of the message about a text that the `pattern` does not match.
    """
    extra = None if refusal is None else {REFUSAL: refusal}
    return msgspec.Meta(description=description, extra=extra, **constraints)


REFUSAL = "refusal"


SeverityName = Literal["error", "warning", "info"]
Source = Annotated[
    str,
    doc("the name of the file as the terminal shows it, and its key in the sources of a report"),
]
ClassName = Annotated[str, doc("the full name of a class", min_length=1)]
PackageName = Annotated[str, doc("the full name of a package", min_length=1)]
PackageVersion = Annotated[
    str, doc("its version; default: the version that an engine would choose")
]


def _version(empty: str) -> msgspec.Meta:
    """Return the annotation of the version of a class; `empty` is the one where none is given."""
    return doc(
        f'a version specification, or "{LATEST}" for the newest; default: {empty}',
        pattern=VERSIONS,
        refusal='not a version specification, such as ">=1.2" or "1"',
    )


API_SPEC = unversioned(NamedBy.API)
ClassVersion = Annotated[str, _version("the newest")]
ApiVersion = Annotated[str, _version(API_SPEC)]
WrittenSpec = Annotated[
    str,
    doc(
        "a version specification, as in a contract; default: 0",
        pattern=rf"^({_PARTS})?$",
        refusal='not a version specification, such as ">=1.2" or "1"',
    ),
]
InPackage = Annotated[str, doc("search this package only; default: all packages")]
Shape = TypeVar("Shape")


class ShownPlace(TypedDict):
    """A range of characters in a file."""

    file: Annotated[
        str, doc("the path relative to the given one, or the name of the entry of a zip")
    ]
    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class SourcePlace(ShownPlace):
    """A range of characters in a file, whose text is among the sources of a report."""

    source: Source


class ShownRelated(SourcePlace):
    """Another place that explains a diagnostic."""

    message: str


class ShownEdit(SourcePlace):
    """The replacement of a span."""

    text: str


class ShownFix(TypedDict):
    """Edits that belong together; an unsafe fix may change the meaning."""

    title: str
    applicability: Literal["safe", "unsafe"]
    edits: list[ShownEdit]


class ShownDiagnostic(ShownPlace):
    """A diagnostic, as in `muranopl check --format json`."""

    code: str
    name: str
    severity: SeverityName
    message: str
    phase: str
    package: str | None
    notes: list[str]
    related: list[ShownRelated]
    suggestion: str | None
    model_path: Annotated[str | None, doc("the path of the value in the object model")]
    contract: str | None
    docs_url: str | None
    left_out: Annotated[
        int, doc("the number of omitted diagnostics of the same code that it represents")
    ]
    fixes: Annotated[list[ShownFix], doc("alternative fixes, the best one first")]
    source: Source


class Tool(TypedDict):
    """The program that wrote a report."""

    name: str
    version: str


class ReportSummary(TypedDict):
    """The number of diagnostics of each severity, and of packages checked."""

    errors: int
    warnings: int
    infos: int
    packages: int


class ReportBody(TypedDict):
    """A report: diagnostics, sorted by file, position and code."""

    version: Annotated[int, doc("the version of the format")]
    tool: Tool
    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary


class ShownError(TypedDict):
    """An error; several problems are separate lines of the message."""

    code: int
    title: str
    message: str
    diagnostics: list[ShownDiagnostic]


class ErrorBody(TypedDict):
    """The body of every error, in the form that existing clients of Murano expect."""

    error: ShownError


def shown(shape: type[Shape], value: object, **computed: Any) -> Shape:
    """Return a TypedDict of the attributes of `value` named like its keys, and of `computed`."""
    data = {}
    for name in shape.__annotations__:
        data[name] = computed[name] if name in computed else getattr(value, name)
    return cast(Shape, data)


def json_bytes(data: object) -> bytes:
    """Return plain data as JSON; any text and number can be encoded."""
    return to_json(data, 0).encode()


class _At(Placed):
    def __init__(self, place: Place) -> None:
        self.place = place


def shown_place(place: Place) -> SourcePlace:
    """Return a place as plain data."""
    return shown(SourcePlace, _At(place), source=place.file.display)


def shown_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[ShownDiagnostic]:
    """Return diagnostics as plain data, with the keys of their files in the sources of a report."""
    paths = ValuePaths()
    return [_shown_diagnostic(diagnostic, paths) for diagnostic in diagnostics]


def _shown_diagnostic(diagnostic: Diagnostic, paths: ValuePaths) -> ShownDiagnostic:
    data = plain_diagnostic(diagnostic, paths)
    # `file` and `path` are not unique: all entries of a zip have its path.
    for related, place in zip(data["related"], diagnostic.related, strict=True):
        related["source"] = place.place.file.display
    for shown_fix, fix in zip(data["fixes"], diagnostic.fixes, strict=True):
        for shown_edit, edit in zip(shown_fix["edits"], fix.edits, strict=True):
            shown_edit["source"] = edit.place.file.display
    data["source"] = diagnostic.place.file.display
    return cast(ShownDiagnostic, data)
