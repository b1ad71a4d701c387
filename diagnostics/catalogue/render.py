"""Values against contracts."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

DEFAULT_REFUSED = render.error("MPL501 default-refused", "the Default of {what} does not fit its contract: {problem}")
DEFAULT_READS = render.error("MPL503 default-reads", 'the Default of {what} reads the property "{name}", {problem}')
DEFAULT_CONVERTED = render.warning(
    "MPL502 default-converted", "the Default of {what} is not of its contract's type: {problem}"
)
META_REFUSED = render.error("MPL504 meta-refused", 'the meta object of class "{name}" cannot be made: {problem}')
