"""Method bodies: what an instruction is, where it may stand, what it can assign."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

_METHOD = "Namespaces:\n  =: example.app\nName: Sample\nMethods:\n  start:\n  stop:\n  go:\n    Body:"


def _body(text: str) -> str:
    return f"{_METHOD}\n{text}"


_GOOD = _body("      - $x: 1\n      - Return: $x\n")

NOT_AN_INSTRUCTION = read.error(
    "MPL601 not-an-instruction",
    message="{found} is no instruction",
    explanation="""\
An instruction is an unquoted expression, an assignment (a mapping of one expression to its value) or a block
construct (a mapping led by a keyword such as `If`). The engine refuses the whole class for anything else, even where
it is never reached; in cases of `Match` and `Switch` it fails when the case is taken.""",
    bad=_body("      - '$.start()'\n"),
    good=_body("      - $.start()\n"),
)

UNKNOWN_INSTRUCTION = read.error(
    "MPL602 unknown-instruction",
    message="{key} begins no instruction",
    explanation="""\
A mapping in a body is an assignment, if its key is an expression, or is led by one of the keywords Return, If, While,
For, Repeat, Break, Continue, Match, Switch, Parallel, Do, Try, Throw, Rethrow, spelt exactly. A quoted key is text and
no expression. The engine refuses the class.""",
    bad=_body("      - Print: hello\n"),
    good=_body("      - $x: hello\n      - Return: $x\n"),
)

MISSING_KEY = read.error(
    "MPL603 instruction-key-missing",
    message="{name} has no {key}",
    explanation="""\
A part that this instruction always has is not there, so the engine refuses the class. All parts of an instruction are
keys of one mapping, on one level: a dash before one of them begins another instruction.""",
    bad=_body("      - If: $this = 1\n      - Then:\n          - Return: 1\n"),
    good=_body("      - If: $this = 1\n        Then:\n          - Return: 1\n"),
)

UNKNOWN_KEY = read.error(
    "MPL604 instruction-key-unknown",
    message="{key} is no part of {name}",
    explanation="""\
An instruction takes its own keys only, spelt exactly, and the engine refuses the class for any other. There is no
`ElseIf`: nest a second `If` below `Else`, or use `Switch`. Instructions that handle an exception stand below the `Do`
of `Catch`.""",
    bad=_body("      - If: $this = 1\n        Then: []\n        Otherwise: []\n"),
    good=_body("      - If: $this = 1\n        Then: []\n        Else: []\n"),
)

SEVERAL_INSTRUCTIONS = read.error(
    "MPL605 several-instructions",
    message='"{first}" and "{second}" are two instructions in one mapping',
    explanation="""\
Each instruction is an item of its own in the list: `- $x: 1`, then `- $y: 2`. Where the second dash is forgotten both
become keys of one mapping, which the engine refuses.""",
    bad=_body("      - $x: 1\n        $y: 2\n"),
    good=_body("      - $x: 1\n      - $y: 2\n      - Return: $x + $y\n"),
)

PART_ALONE = read.error(
    "MPL606 instruction-part-alone",
    message="{key} stands alone; it is a part of {owners}",
    explanation="""\
The keyword is a part of another instruction and belongs into the same mapping, on the same level, without a dash of
its own. Alone it is no instruction and the engine refuses the class.""",
    bad=_body("      - Else:\n          - Return: 1\n"),
    good=_body("      - If: $this = 1\n        Then: []\n        Else:\n          - Return: 1\n"),
)

BAD_TARGET = read.error(
    "MPL607 bad-assignment-target",
    message="not an assignment target: {problem}",
    explanation="""\
On the left of an assignment may stand a variable, and attributes (`.name`) and items (`[index]`) of a variable or of
a type; nothing else is known there, so the assignment fails when it is run. `$` and `$this` cannot be assigned. To
append to a list write `$.list: $.list.append(value)`.""",
    bad=_body("      - $.list.insert(1): 2\n"),
    good=_body("      - $.list: $.list.insert(1, 2)\n"),
)

OUTSIDE_LOOP = read.error(
    "MPL608 outside-loop",
    message="{name} outside a loop",
    explanation="""\
`Break` and `Continue` act on the innermost `While`, `For` or `Repeat` around them. There is none in this method, so
the method fails when the instruction is run. To leave the method use `Return`.""",
    bad=_body("      - If: $this = 1\n        Then:\n          - Break:\n"),
    good=_body("      - While: $this = 1\n        Do:\n          - Break:\n"),
)

LEAVES_PARALLEL = read.warning(
    "MPL609 leaves-parallel",
    message="{name} inside Parallel takes effect only after all its instructions have ended",
    explanation="""\
The instructions of `Parallel` run at the same time and all of them run to their end; only then is a `Return`, `Break`
or `Continue` of one of them carried out, and of several the first in the text. Set a variable inside, and decide
behind the `Parallel`.""",
    bad=_body("      - Parallel:\n          - $.start()\n          - Return: 1\n"),
    good=_body("      - Parallel:\n          - $.start()\n          - $x: 1\n      - Return: $x\n"),
)

OUTSIDE_CATCH = read.error(
    "MPL610 rethrow-outside-catch",
    message="Rethrow outside Catch: there is no exception to throw again",
    explanation="""\
`Rethrow` throws the exception again that is being handled, so it has a meaning only below `Catch`, not below `Try`,
`Else` or `Finally`. Anywhere else it fails with an error of its own.""",
    bad=_body("      - Try:\n          - $.start()\n        Finally:\n          - Rethrow:\n"),
    good=_body("      - Try:\n          - $.start()\n        Catch:\n          Do:\n            - Rethrow:\n"),
)

UNREACHABLE = read.warning(
    "MPL611 unreachable",
    message="this is never reached",
    explanation="""\
The instruction before this one always leaves the block: by `Return`, `Throw`, `Rethrow`, `Break` or `Continue`, in
each of its branches. What stands behind it is never run. Remove it, or move it before.""",
    bad=_body("      - Return: 1\n      - $.stop()\n"),
    good=_body("      - $.stop()\n      - Return: 1\n"),
)

NO_EFFECT = render.warning(
    "MPL612 no-effect",
    message="the expression {text} has no effect",
    explanation="""\
An expression as an instruction is evaluated for what it does, and its value is thrown away. This one calls nothing,
so it does nothing. Perhaps the parentheses of a call are missing (`$.start` for `$.start()`), or a `Return:` or an
assignment was meant.""",
    bad=_body("      - $this\n"),
    good=_body("      - $.start()\n"),
)

BODY_IGNORED = read.error(
    "MPL613 body-ignored",
    message="{what} must be a list of instructions, not {found}",
    explanation="""\
The engine takes false values (`false`, `0`, empty text, an empty mapping) for no body at all, so the method silently
does nothing. Write `[]` for a method that is meant to do nothing.""",
    bad=f"{_METHOD} false\n",
    good=f"{_METHOD} []\n",
)
