"""Parts of instructions: conditions, counts, names, cases, exceptions, blocks."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)


def _body(text: str) -> str:
    return f"Namespaces:\n  =: example.app\nName: Sample\nMethods:\n  start:\n  stop:\n  go:\n    Body:\n{text}"


def _if(condition: str) -> str:
    return _body(f"      - If: {condition}\n        Then:\n          - Return: 1\n")


def _for(name: str, collection: str = "[1, 2]") -> str:
    return _body(f"      - For: {name}\n        In: {collection}\n        Do:\n          - $.start()\n")


def _match(cases: str) -> str:
    return _body(f"      - Match:{cases}\n        Value: $this\n")


def _try(catch: str) -> str:
    return _body(f"      - Try:\n          - $.start()\n        Catch:{catch}\n")


_CLAUSE = "\n          With: broken\n          Do:\n            - $.stop()"

EMPTY_BLOCK = read.warning(
    "MPL620 empty-block",
    message="the block of {what} is empty",
    explanation="""\
Nothing stands below the keyword, so nothing is done. Often the instructions below are not indented deeper than they
should be, or were forgotten. Write `[]` where nothing is to be done.""",
    bad=_body("      - If: $this = 1\n        Then:\n"),
    good=_body("      - If: $this = 1\n        Then: []\n"),
)

BLOCK_AS_DATA = read.warning(
    "MPL621 block-as-data",
    message="this looks like the instruction {name} but is data: values are not run",
    explanation="""\
A block construct is an instruction only as an item of a block. As a value of an assignment, of `Return` or of an
argument it is a plain mapping. Write the instruction on its own and assign inside it.""",
    bad=_body("      - $x:\n          If: $this = 1\n          Then: 5\n      - Return: $x\n"),
    good=_body("      - $x: 4\n      - If: $this = 1\n        Then:\n          - $x: 5\n      - Return: $x\n"),
)

TEXT_CONDITION = read.error(
    "MPL622 text-condition",
    message='{what} is the text "{text}", which is always true',
    explanation="""\
A condition in quotes, and one that does not parse as YAQL, is text, and text is true. Remove the quotes, or correct the
expression: YAQL compares by `=`, and its words are `and`, `or`, `not`.""",
    bad=_if("'$x = 1'"),
    good=_if("$this = 1"),
)

CONSTANT_CONDITION = read.warning(
    "MPL623 constant-condition",
    message="{what} is {found}, which is always {outcome}",
    explanation="""\
The condition is a constant, so the instruction always does the same. A variable is written with its `$`; a bare word
is text, and true. Python's rules say what counts as false: null, 0, empty text, empty lists and mappings.""",
    bad=_if("enabled"),
    good=_if("$this != null"),
)

NOT_A_LOOP_CONDITION = read.error(
    "MPL624 not-a-loop-condition",
    message="{what} must be an expression, not {found}",
    explanation="""\
The engine refuses a class in which the condition of `While` is no expression; a YAML `true` is none. A loop that only
`Break` or `Return` ends is written `While: true = true`.""",
    bad=_body("      - While: true\n        Do:\n          - Break:\n"),
    good=_body("      - While: true = true\n        Do:\n          - Break:\n"),
)

BAD_COLLECTION = read.error(
    "MPL625 bad-collection",
    message="{what}: {problem}",
    explanation="""\
`For` goes through a list, the keys of a mapping, or what an expression gives. Null and numbers cannot be gone through
and fail when the loop is run; text is gone through character by character, which is hardly ever meant.""",
    bad=_for("i", "5"),
    good=_for("i", "range(5)"),
)

BAD_COUNT = read.error(
    "MPL626 bad-count",
    message="{what} {problem}",
    explanation="""\
`Repeat` takes how often its block is run, `Limit` how many instructions of `Parallel` run at a time: a number, or an
expression for one. The engine refuses other values of `Repeat`, fails on text in `Limit`, and takes true for 1.""",
    bad=_body("      - Repeat: three\n        Do:\n          - $.start()\n"),
    good=_body("      - Repeat: 3\n        Do:\n          - $.start()\n"),
)

BAD_VARIABLE = read.error(
    "MPL627 bad-variable-name",
    message="{what} {problem}",
    explanation="""\
`For` and `As` take the name of a variable as a word, without `$`; inside the block it is read with `$`. The engine
refuses an expression (`For: $i`), and silently makes useless or harmful variables of other texts.""",
    bad=_for("$i"),
    good=_for("i"),
)

VALUE_NOT_TAKEN = read.error(
    "MPL628 value-not-taken",
    message="{what} has no value",
    explanation="""\
`Break:`, `Continue:` and `Rethrow:` stand for themselves, with nothing behind the colon. The engine refuses a value of
the first two, unless it is a false one, and ignores that of the third.""",
    bad=_body("      - While: $this = 1\n        Do:\n          - Break: 1\n"),
    good=_body("      - While: $this = 1\n        Do:\n          - Break:\n"),
)

NO_CASES = read.warning(
    "MPL629 no-cases",
    message="{what} has no cases",
    explanation="""\
Without cases `Match` and `Switch` do nothing, or always what stands below `Default`. Add cases, or remove the
instruction.""",
    bad=_match(" {}"),
    good=_match("\n          1:\n            - $.start()"),
)

CASES_NOT_A_MAPPING = read.error(
    "MPL630 cases-not-a-mapping",
    message="{what} must be a mapping of cases to blocks, not {found}",
    explanation="""\
Below `Match` stand constants, below `Switch` conditions, each as the key of the block that is run for it, without
dashes before them. What `Match` compares them with is its `Value`. The engine refuses the class.""",
    bad=_match("\n          - 1:\n              - $.start()"),
    good=_match("\n          1:\n            - $.start()"),
)

BAD_CASE = read.error(
    "MPL631 bad-case",
    message="{problem}",
    explanation="""\
The cases of `Match` are constants: an expression is not evaluated and equals nothing. The cases of `Switch` are
expressions. `Default`, and `Value` of `Match`, stand on the level of the keyword itself; one level deeper they are
cases like the others.""",
    bad=_match("\n          $.port:\n            - $.start()"),
    good=_match("\n          80:\n            - $.start()"),
)

BAD_EXCEPTION_NAME = read.error(
    "MPL632 bad-exception-name",
    message="{what} {problem}",
    explanation="""\
Exceptions are known by names that are spelt like class names (`broken`, `example.app.broken`, `'p:broken'`), though no
class is needed. The text of the error belongs into `Message`. Other names fail when the exception is thrown or caught;
without a name the engine refuses the class. `With` is never evaluated.""",
    bad=_body("      - Throw: something is broken\n"),
    good=_body("      - Throw: broken\n        Message: Something is broken\n"),
)

BAD_EXCEPTION_PART = read.warning(
    "MPL633 bad-exception-part",
    message="{what} {problem}",
    explanation="""\
`Extra` is a mapping of more data about the exception, `Cause` the exception that led to it, as `As` of a `Catch` gave
it. Other values fail when the exception is thrown (`Cause`) or caught (`Extra`).""",
    bad=_body("      - Throw: broken\n        Extra: [1]\n"),
    good=_body("      - Throw: broken\n        Extra: {code: 1}\n"),
)

USELESS_CATCH = read.warning(
    "MPL634 useless-catch",
    message="Catch {problem}",
    explanation="""\
An empty `Catch:` is no catch at all: exceptions go through it. A clause without `Do`, such as `Catch: {}`, catches and
does nothing, so that nobody ever learns of the failure. Write `Do: []` where that is meant.""",
    bad=_try(" {}"),
    good=_try(_CLAUSE),
)

BAD_CATCH = read.error(
    "MPL635 bad-catch",
    message="a clause of Catch must be a mapping of With, As and Do, not {found}",
    explanation="""\
`Catch` takes one clause or a list of clauses. Each is a mapping: `With` has the names of the exceptions, `As` the
variable, `Do` the instructions. The engine refuses the class.""",
    bad=_try(" [broken]"),
    good=_try(_CLAUSE),
)
