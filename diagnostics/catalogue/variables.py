"""Variables of method bodies, and properties that only they know."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

NEVER_SET = render.warning("MPL640 variable-never-set", "${name} is never set, so it is null")
MAYBE_UNSET = render.info(
    "MPL641 variable-maybe-unset", "${name} is not set on every way that leads here; it is null then"
)
NOT_USED = render.info("MPL642 variable-not-used", "${name} is set but never used")
BEFORE_SET = render.warning("MPL643 variable-before-set", "${name} is read before it is set, so it is null here")
NOT_READ = render.info("MPL644 property-not-read", '"{name}" is no property, and what is written to it is never read')
