"""Parts of instructions: conditions, counts, names, cases, exceptions, blocks."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

EMPTY_BLOCK = read.warning("MPL620 empty-block", "the block of {what} is empty")
BLOCK_AS_DATA = read.warning(
    "MPL621 block-as-data", "this looks like the instruction {name} but is data: values are not run"
)
TEXT_CONDITION = read.error("MPL622 text-condition", '{what} is the text "{text}", which is always true')
CONSTANT_CONDITION = read.warning("MPL623 constant-condition", "{what} is {found}, which is always {outcome}")
NOT_A_LOOP_CONDITION = read.error("MPL624 not-a-loop-condition", "{what} must be an expression, not {found}")
BAD_COLLECTION = read.error("MPL625 bad-collection", "{what}: {problem}")
BAD_COUNT = read.error("MPL626 bad-count", "{what} {problem}")
BAD_VARIABLE = read.error("MPL627 bad-variable-name", "{what} {problem}")
VALUE_NOT_TAKEN = read.error("MPL628 value-not-taken", "{what} has no value")
NO_CASES = read.warning("MPL629 no-cases", "{what} has no cases")
CASES_NOT_A_MAPPING = read.error(
    "MPL630 cases-not-a-mapping", "{what} must be a mapping of cases to blocks, not {found}"
)
BAD_CASE = read.error("MPL631 bad-case", "{problem}")
BAD_EXCEPTION_NAME = read.error("MPL632 bad-exception-name", "{what} {problem}")
BAD_EXCEPTION_PART = read.warning("MPL633 bad-exception-part", "{what} {problem}")
USELESS_CATCH = read.warning("MPL634 useless-catch", "Catch {problem}")
BAD_CATCH = read.error("MPL635 bad-catch", "a clause of Catch must be a mapping of With, As and Do, not {found}")
