"""UI definitions: version, forms, fields and their attributes, model fragments."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import Rewriting, RulesOf

read = RulesOf(Phase.READ)

BAD_VERSION = read.error(
    "MPL173 ui-version", "{what} must be 2 or 2.0 to 2.4, not {found}, {problem}"
)
TOO_NEW = read.warning(
    "MPL174 ui-too-new",
    "{what} needs UI version {since}, but this definition has version {version}",
    "write `Version: {since}`",
)
TEXT_AS_EXPRESSION = read.error(
    "MPL175 ui-text-as-expression",
    "{what} is read as the expression {text}, which fails",
    "quote it if a string is intended: `'{text}'`",
    rewriting=Rewriting("{text}", "'{text}'"),
)
PARAMETER_DROPPED = read.warning(
    "MPL176 ui-parameter-dropped",
    "the dashboard ignores the parameter {name}: its name does not begin with a letter",
    "begin the name with a letter",
)
PARAMETER_READS_FORM = read.error(
    "MPL177 ui-parameter-reads-form",
    "{what} reads form data with {text}, but parameters are evaluated before any page is shown",
    "write the expression where the parameter is used, or in Templates",
)
BAD_FORM = read.error(
    "MPL178 ui-bad-form",
    "an item of Forms must be a mapping with one key, the name of the form",
    "begin the item with a dash and the name of the form, and indent its fields and validators below the name",
)
RESERVED_FORM = read.warning(
    "MPL179 ui-reserved-form",
    'the dashboard adds its own form "{name}", whose values replace the values of this form',
    "rename the form",
)
SECOND = read.warning(
    "MPL180 ui-duplicate", "{problem}; only the last one counts", "remove or rename one of the two"
)
REFUSED_ATTRIBUTE = read.error(
    "MPL181 ui-refused-attribute",
    '{what} is of {type}, which has no attribute "{attribute}": the dashboard rejects the whole definition',
)
# A warning, unlike MPL181, as the dashboard accepts any attribute that is an expression
UNKNOWN_ATTRIBUTE = read.warning(
    "MPL182 ui-unknown-attribute",
    '{what} is of {type}, which has no attribute "{attribute}"; the dashboard ignores it, because it is an expression',
)
# A warning, as the dashboard takes any unknown word for the name of a class
UNKNOWN_TYPE = read.warning(
    "MPL183 ui-unknown-type",
    '{what} is "{type}", which is neither a known type nor a dotted class name',
)
BAD_REGEXP = read.error(
    "MPL184 ui-bad-regexp", "{what} is not a valid regular expression: {problem}"
)
BAD_CHOICES = read.error("MPL185 ui-bad-choices", "{what}: {problem}")
BAD_VALIDATOR = read.error(
    "MPL186 ui-bad-validator",
    "expr in {what} must be {wanted}, not {found}",
    "remove the quotes, and correct the expression: an invalid expression remains a string",
)
# A warning, as the field may be left empty
EMPTY_RANGE = read.warning(
    "MPL840 ui-empty-range",
    "{what} accepts no value: {bounds}",
    "swap the two bounds, or correct one of them",
)
DEPRECATED_TYPE = read.info(
    "MPL187 ui-deprecated-type", "{what} is {type}, which is deprecated; use {instead}"
)
NOT_EVALUATED = read.warning(
    "MPL188 ui-not-evaluated",
    "{what}: the expression {text} is never evaluated",
    "write a value, or quote it as a string",
)
PROPERTY_NOT_WORD = read.warning(
    "MPL189 ui-property-not-word",
    "{name} in {what} cannot be the name of a property: property names are single words",
    "use the name of a property of the class",
)
