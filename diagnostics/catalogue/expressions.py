"""Scalars that read as something else than they look: text or expression."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)


def _body(text: str) -> str:
    return f"Namespaces:\n  =: example.app\nName: Sample\nMethods:\n  go:\n    Body:\n      - Return: {text}\n"


def _default(text: str) -> str:
    return (
        "Namespaces:\n  =: example.app\nName: Sample\nProperties:\n"
        f"  network:\n    Contract: $.string()\n    Default: {text}\n"
    )


NOT_AN_EXPRESSION = read.warning(
    "MPL171 not-an-expression",
    message="this looks like an expression but is text: {problem}",
    explanation="""\
An unquoted scalar is an expression only if it parses as YAQL; otherwise it silently is text, and the engine goes
on with the text itself. YAQL has no `==`, `&&`, `||`, `!` and no trailing commas. Correct the expression, or
quote the text if text is meant.""",
    bad=_body("$x == 1"),
    good=_body("$this = 1"),
)

ODD_NUMBER = read.warning(
    "MPL144 odd-number",
    message="the Default of {what} is written {text}, which YAML reads as the number {value}",
    explanation="""\
In YAML 1.1, which the engine reads, digits after a leading zero are octal (`010` is 8), and colons between digits
make a number of base 60 (`1:30` is 90). Write the number without zeros, or quote it if text is meant.""",
    bad=_default("010").replace("string", "int"),
    good=_default("8").replace("string", "int"),
)

TEXT_AS_EXPRESSION = read.error(
    "MPL172 text-as-expression",
    message="the Default of {what} reads as the expression {text}, not as text",
    explanation="""\
An unquoted scalar with any character besides letters, digits, blanks and dots that parses as YAQL is an
expression: `some-text` is "some minus text", `10.0.0.0/24` a division and `$5` an unset variable. It fails when it is
evaluated, or gives something else than it says. Quote it.""",
    bad=_default("10.0.0.0/24"),
    good=_default("'10.0.0.0/24'"),
)
