"""Method bodies: what an instruction is, where it may stand, what it can assign."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

NOT_AN_INSTRUCTION = read.error("MPL601 not-an-instruction", "{found} is no instruction")
UNKNOWN_INSTRUCTION = read.error("MPL602 unknown-instruction", "{key} begins no instruction")
MISSING_KEY = read.error("MPL603 instruction-key-missing", "{name} has no {key}")
UNKNOWN_KEY = read.error("MPL604 instruction-key-unknown", "{key} is no part of {name}")
SEVERAL_INSTRUCTIONS = read.error(
    "MPL605 several-instructions", '"{first}" and "{second}" are two instructions in one mapping'
)
PART_ALONE = read.error("MPL606 instruction-part-alone", "{key} stands alone; it is a part of {owners}")
BAD_TARGET = read.error("MPL607 bad-assignment-target", "not an assignment target: {problem}")
OUTSIDE_LOOP = read.error("MPL608 outside-loop", "{name} outside a loop")
LEAVES_PARALLEL = read.warning(
    "MPL609 leaves-parallel", "{name} inside Parallel takes effect only after all its instructions have ended"
)
OUTSIDE_CATCH = read.error(
    "MPL610 rethrow-outside-catch", "Rethrow outside Catch: there is no exception to throw again"
)
UNREACHABLE = read.warning("MPL611 unreachable", "this is never reached")
NO_EFFECT = render.warning("MPL612 no-effect", "the expression {text} has no effect")
BODY_IGNORED = read.error("MPL613 body-ignored", "{what} must be a list of instructions, not {found}")
