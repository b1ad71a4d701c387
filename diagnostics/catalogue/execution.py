"""Methods that are run: what ends them, and what tests find."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNCAUGHT = render.error("MPL580 uncaught-exception", "{name}: {message}")
STOPPED = render.error("MPL581 run-stopped", "the run ended here: {problem}")
NOT_CALLABLE = render.error("MPL582 not-callable", "{method} cannot be called: {problem}")
