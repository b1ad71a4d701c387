"""UI definitions: version, forms, fields and their attributes, model fragments."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

BAD_VERSION = read.error("MPL173 ui-version", "{what} must be 2 or 2.0 to 2.4, not {found}, {problem}")
TOO_NEW = read.warning(
    "MPL174 ui-too-new", "{what} needs UI version {since}, but this definition has version {version}"
)
TEXT_AS_EXPRESSION = read.error(
    "MPL175 ui-text-as-expression", "{what} reads as the expression {text}, which fails; quote it if text is meant"
)
PARAMETER_DROPPED = read.warning(
    "MPL176 ui-parameter-dropped", "{name} is no name of a parameter: it is dropped, as it does not begin with a letter"
)
PARAMETER_READS_FORM = read.error(
    "MPL177 ui-parameter-reads-form",
    "{what} reads form data by {text}, but parameters are evaluated before there is any",
)
BAD_FORM = read.error(
    "MPL178 ui-bad-form",
    "an item of Forms must be one name with its form: `- name:` and below it, indented deeper, `fields:`",
)
RESERVED_FORM = read.warning(
    "MPL179 ui-reserved-form", 'the dashboard adds a form "{name}" of its own, whose values replace those of this one'
)
SECOND = read.warning("MPL180 ui-duplicate", 'a second {noun} "{name}"; only the last one counts')
REFUSED_ATTRIBUTE = read.error(
    "MPL181 ui-refused-attribute",
    '{what} is of {type}, which takes no attribute "{attribute}": the dashboard refuses the whole definition',
)
UNKNOWN_ATTRIBUTE = read.warning(
    "MPL182 ui-unknown-attribute",
    '{what} is of {type}, which has no attribute "{attribute}"; as an expression it is accepted and ignored',
)
UNKNOWN_TYPE = read.warning(
    "MPL183 ui-unknown-type", '{what} is "{type}", which is neither a known type nor a dotted class name'
)
BAD_REGEXP = read.error("MPL184 ui-bad-regexp", "{what} is no regular expression: {problem}")
BAD_CHOICES = read.error("MPL185 ui-bad-choices", "{what}: {problem}")
BAD_VALIDATOR = read.error("MPL186 ui-bad-validator", "expr in {what} {wanted}; this is {found}")
DEPRECATED_TYPE = read.info("MPL187 ui-deprecated-type", "{what} is {type}, which is deprecated; use {instead}")
NOT_EVALUATED = read.warning("MPL188 ui-not-evaluated", "the expression {text} in {what} is never evaluated")
PROPERTY_NOT_WORD = read.warning(
    "MPL189 ui-property-not-word", "{name} in {what} is no word, so no property can have this name"
)
