"""Values against contracts."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

DEFAULT_REFUSED = render.error(
    "MPL501 default-refused",
    "the Default of {what} does not fit its contract: {problem}",
    "write a value that the contract accepts, or change the contract",
)
DEFAULT_READS = render.error(
    "MPL503 default-reads",
    'the Default of {what} reads the property "{name}", {problem}',
    'read another property, or declare "{name}"',
)
DEFAULT_CONVERTED = render.warning(
    "MPL502 default-converted",
    "the contract of {what} converts its Default: {problem}",
    "write the value that it becomes",
)
META_REFUSED = render.error(
    "MPL504 meta-refused",
    'the meta object of class "{name}" cannot be made: {problem}',
    "write values that the contracts of its properties accept",
)
