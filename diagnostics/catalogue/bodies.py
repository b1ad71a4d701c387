"""Method bodies: instructions, where they may be, what they can assign, and their parts.

Their names, calls and variables: `calls`.
"""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

# Two phases share family 6: the structure of bodies is read, the rest is inferred in the last
read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

NOT_AN_INSTRUCTION = read.error(
    "MPL601 not-an-instruction",
    "{found} is not an instruction",
    "write a call, an assignment, or a keyword such as Return",
    refuses=Refusal.CLASS,
)
UNKNOWN_INSTRUCTION = read.error(
    "MPL602 unknown-instruction",
    "{key} is not an instruction keyword",
    "write a variable such as $name to assign to, or a keyword such as Return, If or For",
    refuses=Refusal.CLASS,
)
MISSING_KEY = read.error(
    "MPL603 instruction-key-missing",
    "{name} has no {key}",
    "add `{key}:`, indented like `{name}:`",
    refuses=Refusal.CLASS,
)
UNKNOWN_KEY = read.error(
    "MPL604 instruction-key-unknown", "{key} is not part of {name}", refuses=Refusal.CLASS
)
SEVERAL_INSTRUCTIONS = read.error(
    "MPL605 several-instructions",
    "`{first}` and `{second}` are two instructions, but form one mapping",
    "write `- {second}:`, with a dash of its own",
    refuses=Refusal.CLASS,
)
PART_ALONE = read.error(
    "MPL606 instruction-part-alone",
    "{key} is not an instruction, only a part of {owners}",
    "write the instruction that it belongs to above it",
    refuses=Refusal.CLASS,
)
BAD_TARGET = read.error(
    "MPL607 bad-assignment-target",
    "`{target}` cannot be assigned to: {problem}",
    "assign to a variable ($name: value) or a property ($.name: value)",
)
# This refuses no class: the method fails when the instruction is run
OUTSIDE_LOOP = read.error(
    "MPL608 outside-loop",
    "{name} is not inside a loop of this method",
    "move it into While, For or Repeat; to leave the method, write `Return:`",
)
LEAVES_PARALLEL = read.warning(
    "MPL609 leaves-parallel",
    "{name} takes effect only after all instructions of the enclosing Parallel have ended",
    "set a variable here, and test it after the Parallel",
)
WRITTEN_TWICE = read.warning(
    "MPL615 parallel-writes",
    "`$.{name}` is set in two branches of the same Parallel, so either value may remain",
    "set it in one branch only, or after the Parallel",
)
OUTSIDE_CATCH = read.error(
    "MPL610 rethrow-outside-catch",
    "Rethrow is not inside a Catch: there is no exception to rethrow",
    "move it into the Do block of a Catch, or write `Throw:` with a name",
)
UNREACHABLE = read.warning(
    "MPL611 unreachable",
    "this is never run: {name} above always leaves the block",
    "remove it, or move it up",
)
VALUE_NOT_USED = render.warning("MPL614 value-not-used", "the result of `{operator}` is not used")
NO_EFFECT = render.warning(
    "MPL612 no-effect",
    "`{text}` has no effect: it does not call anything",
    "to return the value, write `Return: {text}`",
)
# An info, as the text may be meant
QUOTED_EXPRESSION = render.info(
    "MPL647 quoted-expression", "{text} is in quotes, so it is a string, not an expression"
)
NO_BODY = read.error(
    "MPL613 no-body",
    "{what} must be a list of instructions, not {found}",
    "write `Body: []` for a method that does nothing",
    refuses=Refusal.CLASS,
)


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
