"""Parts of instructions: conditions, counts, names, cases, exceptions, blocks."""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

EMPTY_BLOCK = read.warning(
    "MPL620 empty-block",
    "{what} has no instructions, so it does nothing",
    "indent the instructions under it, or write `[]`",
)
BLOCK_AS_DATA = read.warning(
    "MPL621 block-as-data",
    "this {name} is never run: inside a value, it is plain data",
    "write the {name} as a separate instruction, and assign inside it",
)
TEXT_CONDITION = read.error(
    "MPL622 text-condition", 'the condition of {what} is the string "{text}", which is always true'
)
CONSTANT_CONDITION = read.warning(
    "MPL623 constant-condition",
    "the condition of {what} is {found}, which is always {outcome}",
    "write an expression",
)
NOT_A_LOOP_CONDITION = read.error(
    "MPL624 not-a-loop-condition",
    "the condition of {what} must be an expression, not {found}",
    "write an expression",
    refuses=Refusal.CLASS,
)
BAD_COLLECTION = read.error(
    "MPL625 bad-collection", "For {problem}", "write a list, or an expression that returns one"
)
BAD_COUNT = read.error(
    "MPL626 bad-count",
    "{what} {problem}",
    "write a whole number, or an expression that returns one",
)
BAD_VARIABLE = read.error(
    "MPL627 bad-variable-name",
    "{what} {problem}",
    "write one word of letters, digits and _, such as `item`",
)
VALUE_NOT_TAKEN = read.error(
    "MPL628 value-not-taken",
    "{what} does not accept a value",
    "write `{what}:` with nothing after the colon",
    refuses=Refusal.CLASS,
)
NO_CASES = read.warning("MPL629 no-cases", "{what} has no cases", "add cases, or remove the {what}")
CASES_NOT_A_MAPPING = read.error(
    "MPL630 cases-not-a-mapping",
    "{what} must be a mapping of cases to blocks, not {found}",
    "write the cases below `{what}:` without dashes, each with its instructions below it",
    refuses=Refusal.CLASS,
)
# A warning, as the engine runs the instruction without the case
BAD_CASE = read.warning("MPL631 bad-case", "{problem}")
BAD_EXCEPTION_NAME = read.error(
    "MPL632 bad-exception-name",
    "{what} {problem}",
    "write a name such as `notFound` or `example.app.notFound`",
)
BAD_EXCEPTION_PART = read.warning("MPL633 bad-exception-part", "{what} {problem}")
USELESS_CATCH = read.warning("MPL634 useless-catch", "Catch {problem}")
BAD_CATCH = read.error(
    "MPL635 bad-catch",
    "a clause of Catch must be a mapping of With, As and Do, not {found}",
    "write `{{With: {name}, Do: []}}`, with the instructions in Do",
    refuses=Refusal.CLASS,
)
