"""Execution of methods: what ends it, and failures of tests."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNCAUGHT = render.error("MPL580 uncaught-exception", "{name}: {message}")
STOPPED = render.error("MPL581 run-stopped", "the run ended here: {problem}")
NOT_CALLABLE = render.error("MPL582 not-callable", "{method} cannot be called: {problem}")
CONSTRUCTOR_THROWS = render.error(
    "MPL551 constructor-throws",
    "{path}: {what} throws {name}: {message}",
    "correct the cause, or handle the exception with Try and Catch",
)
CONSTRUCTOR_ENDED = render.error(
    "MPL552 constructor-ended",
    "{path}: {what} was stopped before it returned: {problem}",
    "check for a loop that never ends, or reduce the work",
)
ASSERTION = render.error("MPL583 assertion-failed", "{message}")
BAD_CASE = render.error(
    "MPL584 bad-test-case",
    "{what} {problem}",
    "write a case as `small: {{amount: 3, left: 7}}`, with the arguments of the test",
)
