"""Execution plans, and other files of `Resources`."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

NO_FORMAT_VERSION = read.warning(
    "MPL196 plan-format-version",
    "the execution plan has no FormatVersion, so the engine reads Scripts as a list of files, and fails",
    "write `FormatVersion: 2.0.0`",
)
NO_PARAMETER = read.warning(
    "MPL197 plan-parameter",
    'Body reads `args.{name}`, but the execution plan has no parameter "{name}"',
)
NO_SCRIPT = read.warning(
    "MPL198 plan-script",
    'Body calls `{name}()`, but the execution plan has no script "{name}"',
    "correct the name, or add the script",
)
BODY_SYNTAX = read.warning(
    "MPL830 plan-body-syntax", "Body of the execution plan is not valid Python: {problem}"
)
UNKNOWN_NAME = read.warning(
    "MPL831 plan-body-name",
    "Body uses `{name}`, which is not defined by Python, the execution plan or Body",
    "correct the name, or import it in Body",
)
FORMAT_VALUES = read.warning(
    "MPL832 plan-body-format", "the arguments of format() do not match its string: {problem}"
)
AGENT_REFUSES = read.warning("MPL833 plan-agent", "the agent rejects the execution plan: {problem}")
UNUSED_PARAMETER = read.info(
    "MPL834 plan-parameter-unused",
    'Body does not read the parameter "{name}"',
    "remove it, or read args.{name} in Body",
)
# Family 6 and the last phase, because calls in method bodies name these files
RESOURCE_MISSING = render.error("MPL666 resource-missing", "{path} {problem}")
NOT_BOUND = render.error(
    "MPL669 placeholder-not-bound",
    "bind() has no value for {names} of {path}, so it raises KeyError",
    "add the names to the mapping, or remove them from the plan",
)
# A warning, as what a script does with the text is not known
NEVER_BOUND = render.warning(
    "MPL835 plan-not-bound",
    "{path} is sent without bind(), so nothing replaces {names}",
    "call `bind()` first, with a value for each name",
)
