"""Values in class files against contracts: defaults, meta objects; contracts that take no value.

Values of object models: `values`.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

DEFAULT_REFUSED = render.error(
    "MPL501 default-refused",
    "the Default of {what} does not fit its contract: {problem}",
    "write a value that the contract accepts, or change the contract",
)
# A warning, as an object model may have such an object
DEFAULT_NAMES_OBJECT = render.warning(
    "MPL509 default-names-object",
    'the Default is the object id "{id}", which is valid only in an object model that contains this object',
    "remove it, or write `{{}}` to create a new object of the class",
)
DEFAULT_READS = render.error(
    "MPL503 default-reads",
    'the Default of {what} reads property "{name}", {problem}',
    'read another property, or declare "{name}"',
)
# A warning, as the contract accepts the Default by converting it
DEFAULT_CONVERTED = render.warning(
    "MPL502 default-converted",
    "the contract of {what} converts its Default: {problem}",
    "write the converted value",
)
META_REFUSED = render.error(
    "MPL504 meta-refused",
    'the meta object of class "{name}" cannot be created: {problem}',
    "write values that the contracts of its properties accept",
)
DEFAULT_CLASS_IS_NONE = render.error(
    "MPL505 default-class-refused",
    "the contract of {what} creates objects of class {default}, which does not extend {type}, so it rejects them",
    "name a class that extends {type}",
)
# A warning, as a model that gives the value, as if it were an input, makes an object
RESULT_MISSING = render.warning(
    "MPL507 result-refuses-null",
    'property "{name}" has `Usage: Out` and no Default, but rejects null: an object cannot be created without a value',
    "remove notNull(), or add a Default",
)
EXCLUDES_NOTHING = render.error(
    "MPL506 excludes-nothing",
    'the contract of {what} excludes "{name}", but no property "{property}" of class {type} is serialized',
    "name properties of the class",
)
TAKES_NO_VALUE = render.error(
    "MPL508 contract-takes-no-value",
    "the contract of {what} accepts no value: {problem}",
    "correct the contract, or remove the part that rejects every value",
)
