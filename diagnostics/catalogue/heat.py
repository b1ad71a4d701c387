"""Heat templates, family 8 from 810 on."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

BAD_VERSION = read.error(
    "MPL810 heat-version",
    "heat_template_version is {found}; it must be the date or the name of a version",
    "write a version such as `heat_template_version: 2018-08-31`",
)
BROKEN_CONTRACT = read.error(
    "MPL811 heat-contract",
    "the engine copies {what} into an expression that it cannot parse: {expression}",
    "remove the character that ends the string there, such as a single quote",
)
# A warning, as the class can be loaded, and some values may pass
OTHER_VALUE = read.warning(
    "MPL812 heat-contract-value",
    "the engine copies {what} into an expression, where {text} means {meaning}",
    "write another value, or leave the check to Heat: remove the constraint",
)
NO_FORM = read.error(
    "MPL813 heat-form", "the engine cannot generate a form: {problem}", "correct it"
)
UNKNOWN_NAME = read.error("MPL814 heat-reference", '{what} names an unknown {kind}: "{name}"')
CYCLE = read.error(
    "MPL815 heat-cycle",
    "{kind} depend on one another in a cycle: {chain}",
    "remove one of these references",
)
FUNCTION_VERSION = read.error(
    "MPL816 heat-function-version",
    "{function} is not a function of heat_template_version {version}{more}",
    "use a version that has it, or another function",
)
BAD_ARGUMENTS = read.error(
    "MPL817 heat-arguments", "the argument of {function} must be {expected}, not {found}"
)
BAD_CONSTRAINT = read.error(
    "MPL818 heat-constraint", "{what} {problem}", "correct or remove the constraint"
)
BAD_VALUE = read.error(
    "MPL819 heat-value",
    "{what} {problem}",
    "write a value that Heat accepts, or change the parameter",
)
UNUSED_PARAMETER = read.info(
    "MPL820 heat-unused-parameter",
    'nothing in the template reads the parameter "{name}"',
    "remove it, or read it with get_param",
)
FILE_MISSING = read.error(
    "MPL821 heat-file",
    "get_file names {path}, which is not in the package",
    "add the file to Resources/HotFiles",
)
TOO_NEW = read.error(
    "MPL822 heat-key-too-new",
    "{key} of {what} needs heat_template_version {since}, but the template has {version}",
    "write `heat_template_version: {since}`",
)
# Refused by Heat; the engine makes two fields of one name, or none
BAD_GROUP = read.error(
    "MPL823 heat-parameter-group",
    'the parameter "{name}" is in two groups',
    "leave it in one group",
)
# A warning, as such a mapping may be plain data
MISSPELT_FUNCTION = read.warning(
    "MPL824 heat-function", '"{name}" is not a function of Heat, so this is plain data'
)
# Of the last phase, because calls in method bodies give the templates
NOT_MERGED = render.error(
    "MPL825 heat-version-not-merged",
    "updateTemplate() fails for heat_template_version {version}: the engine merges only templates of {merged}",
    "write `heat_template_version: '{merged}'`, or call setTemplate(), which accepts any version",
)
