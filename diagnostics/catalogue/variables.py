"""Variables of method bodies, and properties that only they know."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)


def _body(text: str) -> str:
    return f"Namespaces:\n  =: example.app\nName: Sample\nMethods:\n  go:\n    Body:\n{text}"


NEVER_SET = render.warning(
    "MPL640 variable-never-set",
    message="${name} is never set, so it is null",
    explanation="""\
Nothing in the method sets the variable: no assignment, no loop, no argument, no `As` of a Catch. The engine reads null
in silence. It is an error where the expression fails on null, and else a warning. A method sees its own arguments and
variables only; properties of the object are read as `$.name`.""",
    bad=_body("      - $count: 1\n      - Return: [$count, $cuont]\n"),
    good=_body("      - $count: 1\n      - Return: [$count, $count]\n"),
)

MAYBE_UNSET = render.info(
    "MPL641 variable-maybe-unset",
    message="${name} is not set on every way that leads here; it is null then",
    explanation="""\
Only some of the ways through the method set the variable before this use: one branch of an `If`, a loop that may run
not at all, a `Try` that may end early. That is fine where null is expected; else set the variable first.""",
    bad=_body("      - If: $this = 1\n        Then:\n          - $x: 1\n      - Return: $x\n"),
    good=_body("      - $x: 0\n      - If: $this = 1\n        Then:\n          - $x: 1\n      - Return: $x\n"),
)

NOT_USED = render.info(
    "MPL642 variable-not-used",
    message="${name} is set but never used",
    explanation="""\
Nothing in the method reads the variable. Perhaps it is misspelt where it was meant to be read, or a property was meant
(`$.name`); else the assignment can go, or, where a call is made for its effect, stand as an instruction of its own.""",
    bad=_body("      - $x: 1\n      - Return: 1\n"),
    good=_body("      - $x: 1\n      - Return: $x\n"),
)

BEFORE_SET = render.warning(
    "MPL643 variable-before-set",
    message="${name} is read before it is set, so it is null here",
    explanation="""\
No way through the method sets the variable before this use, only later instructions do. The engine reads null in
silence. Set it before, or correct the name.""",
    bad=_body("      - $y: $x\n      - $x: 1\n      - Return: [$x, $y]\n"),
    good=_body("      - $x: 1\n      - $y: $x\n      - Return: [$x, $y]\n"),
)

NOT_READ = render.info(
    "MPL644 property-not-read",
    message='"{name}" is no property, and what is written to it is never read',
    explanation="""\
Code of a class may set properties that nobody declares: they belong to the class alone, no other class sees them, and
they are lost after the deployment. Nothing in this class reads this one. Where the name is nearly that of a property it
is a warning: then it is hardly meant.""",
    bad=_body("      - $._state: 1\n"),
    good=_body("      - $._state: 1\n      - Return: $._state\n"),
)
