"""Variables of method bodies, and properties that only bodies use."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

# A warning, as the engine reads null; an error where the expression fails on null
NEVER_SET = render.warning(
    "MPL640 variable-never-set",
    "${name} is never set, so it is null",
    "set it first, or correct the name",
)
MAYBE_UNSET = render.info(
    "MPL641 variable-maybe-unset",
    "${name} may be null here: only some paths to this line set it",
    "unless null is intended, set it before this line: `${name}: ...`",
)
NOT_USED = render.info(
    "MPL642 variable-not-used",
    "${name} is set but never used",
    "remove the assignment; a call in it can remain as a separate instruction",
)
BEFORE_SET = render.warning(
    "MPL643 variable-before-set",
    "${name} is read before it is set, so it is null here",
    "set it above this line, or correct the name",
)
MEANT_PROPERTY = render.warning(
    "MPL645 property-misspelt",
    '`{target}` is not declared, and this class never uses its property "{name}"',
)
# A warning, as the way that leads there may never be taken
NO_VALUE = render.warning(
    "MPL646 property-never-set",
    'property "{name}" has usage Runtime and no Default, and is never set, so reading it fails',
    "set it before this line, or add a Default",
)
# An info, as code may set undeclared properties; a warning if the name is near another one
NOT_READ = render.info(
    "MPL644 property-not-read",
    "`{target}` is set, but this class never reads it",
    "remove the line, or declare the property",
)
