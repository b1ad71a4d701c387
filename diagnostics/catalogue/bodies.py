"""Method bodies: what an instruction is, where it may be, what it can assign.

What instructions have inside: `instruction_parts`; their names, calls and variables: `calls`.
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
