"""Execution plans, and other files of `Resources`."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

NO_FORMAT_VERSION = read.warning(
    "MPL196 plan-format-version",
    "the execution plan has no FormatVersion, so the engine takes Scripts for a list of files, and fails",
    "write `FormatVersion: 2.0.0`",
)
NO_PARAMETER = read.warning(
    "MPL197 plan-parameter",
    'Body reads `args.{name}`, but the execution plan has no parameter "{name}"',
)
# Only near names are reported, as Body may call other functions too
SCRIPT_MISSPELT = read.warning(
    "MPL198 plan-script",
    'Body calls `{name}()`, but the execution plan has no script "{name}"',
)
# Family 6 and the last phase, because calls in method bodies name these files
RESOURCE_MISSING = render.error("MPL666 resource-missing", "{path} {problem}")
NOT_BOUND = render.error(
    "MPL669 placeholder-not-bound",
    "bind() does not replace {names} of {path}, and raises KeyError",
    "add the names to the mapping, or remove them from the plan",
)
