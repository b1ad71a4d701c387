"""Diagnostics made by hand, to see how they are shown: sources with the spans marked in them."""

from __future__ import annotations

import re
from typing import NamedTuple

from muranopl.diagnostics.diagnostic import (
    Applicability,
    Diagnostic,
    Fix,
    InModel,
    Phase,
    Related,
    Severity,
    TextEdit,
)
from muranopl.diagnostics.places import File, Place

PRIMARY, RELATED = "⟦⟧", "⦅⦆"
SIGNS = re.compile("[⟦⟧⦅⦆]")


class Package(NamedTuple):
    """A package that was checked."""

    name: str
    version: str = "1.0.0"
    file: str = "manifest.yaml"


def place(
    source: str, signs: str = PRIMARY, path: str = "Classes/Sample.yaml", root: str = "app"
) -> Place:
    """The span between two signs in a source; the text of its file is the source without any signs."""
    before, _, rest = source.partition(signs[0])
    span = rest.partition(signs[1])[0]
    before, span = SIGNS.sub("", before), SIGNS.sub("", span)
    return Place(
        File(root, path, SIGNS.sub("", source)), *_position(before), *_position(before + span)
    )


def _position(text: str) -> tuple[int, int]:
    return text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1


def diagnostic(
    where: Place,
    message: str = 'unknown key "Colour" in the class',
    *,
    severity: Severity = Severity.ERROR,
    code: str = "MPL120",
    name: str = "unknown-key",
    package: str | None = "example.app",
    notes: tuple[str, ...] = (),
    related: tuple[Related, ...] = (),
    suggestion: str | None = None,
    in_model: InModel | None = None,
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    """A diagnostic with what matters to a test."""
    return Diagnostic(
        code=code,
        name=name,
        severity=severity,
        phase=Phase.READ,
        message=message,
        place=where,
        package=package,
        notes=notes,
        related=related,
        suggestion=suggestion,
        in_model=in_model,
        fixes=fixes,
    )


def fix(text: str, *places: Place, applicability: Applicability = Applicability.SAFE) -> Fix:
    """A fix that writes a text at some places."""
    edits = tuple(TextEdit(place, text) for place in places)
    return Fix(f"write `{text}`", applicability, edits)


def shown(source: str, **more: object) -> Diagnostic:
    """A diagnostic at the marked span of a source, with the other marked span as the related place."""
    related = (
        (Related("first declared here", place(source, RELATED)),) if RELATED[0] in source else ()
    )
    return diagnostic(place(source), related=related, **more)  # type: ignore[arg-type]


LONG = "    Body: [" + ", ".join(f"$.call{number}()" for number in range(200))

CASES: dict[str, list[Diagnostic]] = {
    "clean": [],
    "one-line": [shown("Name: Sample\n⟦Colour⟧: red\n", suggestion='did you mean "Methods"?')],
    "enclosed": [
        shown("Properties:\n  # a comment\n\n  port:\n    Contract: $\n    Default: ⟦eighty⟧\n")
    ],
    "list-item": [shown("Name: X\nExtends:\n- One\n- Two\n- ⟦Three⟧\nUsage: Class\n")],
    "related": [
        shown(
            "Properties:\n  ⦅port⦆:\n    Contract: $\n"
            + "  # more\n" * 8
            + "  ⟦port⟧:\n    Contract: $\n",
            notes=("only the last one counts", "a note of\ntwo lines"),
            suggestion="rename or remove one",
            severity=Severity.WARNING,
        )
    ],
    "tabs": [shown("Name: a\n\tKey:\t⟦value⟧\tmore\n")],
    "wide": [shown("描述: 部署 ⟦应用程序⟧ 完成\n")],
    "emoji": [shown("Name: 👩‍👩‍👧 ❤️ 👍🏽 🇩🇪 ⟦🚀x⟧ y\n")],
    "combining": [shown("Name: e\u0301a\u0308 ⟦o\u0302u⟧ y\n")],
    "long-middle": [shown(LONG + ", ⟦broken(⟧, " + LONG + "]\n")],
    "long-end": [shown(LONG + ", ⟦broken(⟧\n")],
    "long-span": [shown("Body: ⟦" + LONG + "⟧\n")],
    "long-wide": [shown("字" * 300 + "⟦错误⟧" + "字" * 300 + "\n")],
    "several-lines": [shown("Methods:\n  go:\n    ⟦Body:\n      - one\n\n      - two: three⟧\n")],
    "two-lines": [shown("a: ⟦[one,\n  two]⟧\n")],
    "up-to-next-line": [shown("a:\n  ⟦b:\n    c: d\n⟧e: f\n")],
    "empty-span": [shown("Name:⟦⟧\n")],
    "end-of-file": [shown("Name: x\n⟦⟧")],
    "beyond-the-file": [diagnostic(Place(File("app", "a.yaml", "one\n"), 9, 5, 9, 6))],
    "no-text": [
        diagnostic(
            Place(File("app", "logo.png")),
            "the logo is not a picture",
            related=(Related("named here", place("Logo: ⟦logo.png⟧\n", path="manifest.yaml")),),
        ),
        diagnostic(
            place("Logo: ⟦logo.png⟧\n"),
            related=(Related("this file", Place(File("app", "logo.png"))),),
        ),
    ],
    "in-a-model": [
        diagnostic(
            place(
                '{"?": {"type": "example.app.Sample"},\n "port": ⟦"http"⟧}\n',
                root="model.json",
                path="",
            ),
            '$.port: the string "http" is not an integer',
            related=(
                Related('property "port" of example.app.Sample', place("Properties:\n  ⟦port⟧:\n")),
            ),
            code="MPL520",
            name="value-refused",
            package=None,
            notes=("a note",),
            in_model=InModel(
                "$.port", "$.int().\n  check($ > 0 and '\x1b\u202e' != '" + "x" * 200 + "')"
            ),
        ),
        diagnostic(
            place("⟦port⟧: 1\n", root="model.yaml", path=""),
            code="MPL527",
            package=None,
            in_model=InModel("$.prot"),
        ),
    ],
    "the-path-itself": [diagnostic(Place(File("app.zip", "")), "this is not a zip", package=None)],
    "hostile": [
        diagnostic(
            place(
                "Name: \x1b[2Jx\u202e⟦evil\x07\u2066\udc80⟧ \x85\u200b end\n",
                path="Classes/\x1b[31m\n.yaml",
            ),
            'unknown key "\x1b]0;owned\x07\nerror: forged" \u202e\'<&]]>%,::',
            notes=("see \x1b[1m\u202ethis",),
            related=(Related("\x9b31m here", place("⟦x⟧\x00")),),
            suggestion="\x1b[5mdo\r\nthat",
            package='<a&"b\x01>',
        )
    ],
    "severities": [
        shown("⟦a⟧: 1\n", severity=severity, code=f"MPL{number}")
        for severity in Severity
        for number in (120, 121)[: 2 if severity is Severity.ERROR else 1]
    ],
    "fixable": [
        diagnostic(
            place("é: ⟦Colour⟧\n"),
            suggestion='did you mean "Color"?',
            fixes=(fix("Color", place("é: ⟦Colour⟧\n")),),
        ),
        diagnostic(
            place("a: ⟦format⟧\n"),
            suggestion="write\n`b`",
            fixes=(
                fix(
                    "b",
                    place("a: ⟦format⟧\n"),
                    place("Format: ⟦1⟧\n", path="manifest.yaml"),
                    applicability=Applicability.UNSAFE,
                ),
            ),
        ),
        diagnostic(
            Place(File("app.zip", "a.yaml", "a: b\n", archive=""), 1, 4, 1, 5),
            suggestion="write `c`",
            fixes=(fix("c", Place(File("app.zip", "a.yaml", "a: b\n", archive=""), 1, 4, 1, 5)),),
        ),
    ],
    "old-line-ends": [shown("a: 1\r\nb: ⟦2⟧\r\nc: 3\r\n")],
}
"""What the golden files show."""
