"""Comments that suppress diagnostics, family 8."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

MALFORMED = read.warning(
    "MPL801 malformed-suppression",
    "this comment suppresses nothing: {problem}",
    "write # muranopl: ignore[CODE] and the reason",
)
UNKNOWN = read.warning(
    "MPL802 unknown-suppression",
    "this comment suppresses nothing: {problem}",
    "run `muranopl explain` to list all codes and names",
)
# Known once all phases have run
USELESS = render.warning(
    "MPL803 useless-suppression", '"{word}" suppresses nothing here', "remove it"
)
