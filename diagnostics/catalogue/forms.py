"""UI definitions: version, forms, fields and their attributes, expressions, and the object models they make.

Reference: ui-agreement, sections 5 and 7.
"""

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


render = RulesOf(Phase.RENDER)

# Object models, and their classes

# A warning where the object stays data, or a package that is not here may have the class
CLASS_UNKNOWN = render.error(
    "MPL700 ui-class-unknown",
    'class "{name}" is not in any package',
    "correct the name, or pass the folder of its package with -L",
)
# A warning, as the default catalog of packages ignores specifications of versions
CLASS_VERSION = render.warning(
    "MPL701 ui-class-version",
    'class "{name}" has no version that satisfies {spec}; available: {versions}',
)
# A warning, as the engine takes any class that is installed
CLASS_NOT_REQUIRED = render.warning(
    "MPL702 ui-class-not-required",
    'class "{name}" is in {package}, which this package does not require: it might not be installed',
    'add "{package}" to Require in manifest.yaml',
)
NO_APPLICATION = render.error(
    "MPL703 ui-no-application",
    "Application is an object of {name}, which does not extend io.murano.Application: environments reject it",
    "extend io.murano.Application in the class",
)
# A warning, as the engine drops the value; an error if it is a slip for a needed property
PROPERTY_UNKNOWN = render.warning(
    "MPL704 ui-property-unknown",
    '{class_} has no {noun} "{name}": the value is silently dropped',
    "correct the name, or remove the value",
)
# An info, as the dashboard shows `name` whether the class has such a property or not
NAME_DISPLAY = render.info(
    "MPL705 ui-name-display",
    '{class_} has no property "{name}": only the dashboard shows this value',
    "write `Version: 2.2`: the dashboard then asks for the name",
)
PROPERTY_USAGE = render.warning(
    "MPL706 ui-property-usage", 'property "{name}" of {class_} is {usage}: {problem}'
)
PROPERTY_MISSING = render.error(
    "MPL707 ui-property-missing", "{class_} requires {names}, which {is_not} given", "add {lines}"
)
VALUE_KIND = render.error(
    "MPL708 ui-value-kind",
    "{what} rejects {found}: {problem}",
    "write a value that its contract accepts, or change the contract",
)
VALUE_REFUSED = render.error("MPL709 ui-value-refused", "{what} rejects {found}: {problem}")
VALUE_NULL = render.error(
    "MPL710 ui-value-null", "{what} rejects null, but this value {is_null} null{because}"
)
OBJECT_CLASS = render.error("MPL711 ui-object-class", "{what} rejects this object: {problem}")
# A warning, as only some of the values that users can enter fail
FIELD_WIDER = render.warning(
    "MPL712 ui-field-wider", "{what} rejects some values that the form allows: {problem}"
)

# Expressions: names, time of evaluation, functions, and unused parts

# A warning, as the value is null; an error where null fails
UNKNOWN_FIELD = render.warning(
    "MPL720 ui-unknown-field",
    'form "{form}" has no field "{name}": this is null',
    "correct the name, or add the field",
)
UNKNOWN_FORM = render.error(
    "MPL721 ui-unknown-form", 'form "{name}" does not exist: reading one of its fields fails'
)
FORM_ORDER = render.error("MPL722 ui-form-order", "{what} reads {problem}")
UNDEFINED_VARIABLE = render.warning("MPL723 ui-undefined-variable", "{name} is {problem}")
NULL_ATTRIBUTE = render.error(
    "MPL724 ui-null-attribute", "`{text}` is {found} here, which has no {wanted}"
)
BAD_OPERANDS = render.error("MPL725 ui-bad-operands", "{problem}")
UNKNOWN_FUNCTION = render.error("MPL726 ui-unknown-function", "there is no {kind} {name}() {where}")
FUNCTION_ARGUMENTS = render.error("MPL727 ui-function-arguments", "{what} {problem}")
BROKEN_FUNCTION = render.error("MPL728 ui-broken-function", "{name}() always fails{where}")
SWITCH_VALUE = render.warning(
    "MPL729 ui-switch-value",
    "the first argument of switch() is the value to compare: this pair is used as that value, not as a case",
    "write `switch($, {text})`",
)
REPEAT_SAME = render.warning(
    "MPL730 ui-repeat-same",
    'every repetition of "{name}" gets the same host name: nothing in it uses $index',
    "pass $index to generateHostname() as its second argument",
)
NOT_JSON = render.error(
    "MPL731 ui-not-json",
    "{what} is {found}, which cannot be sent as JSON",
    "write a string or a list",
)
TEMPLATE_CIRCLE = render.error(
    "MPL732 ui-template-circle",
    "templates contain one another in a cycle: {chain}",
    "break the cycle: replace a template in it with a value or another template",
)
# A warning, unlike the next two: the objects that it describes are never made, where an unused
# parameter or field changes nothing (reference: ui-agreement)
UNUSED_TEMPLATE = render.warning(
    "MPL740 ui-unused-template", 'template "{name}" is never used', "use it, or remove it"
)
UNUSED_PARAMETER = render.info(
    "MPL741 ui-unused-parameter", 'parameter "{name}" is never used', "use it, or remove it"
)
UNUSED_FIELD = render.info(
    "MPL742 ui-unused-field",
    'field "{name}" is shown, but its value is never used',
    "use it, or remove it",
)
FIELD_NOT_PASSED = render.warning(
    "MPL733 ui-field-not-passed",
    'field "{name}" is shown, but its value is not passed to property "{name}" of {class_}',
    "write `{line}` in the object",
)
# An info, as some objects may well do without it
FIELD_FOR_SOME = render.info(
    "MPL734 ui-field-for-some",
    "this object of {class_} does not get {fields}, but another object does",
    "add {lines} if both objects need the values",
)

# Fields, selectors, and the header of Application

NAME_OVERWRITTEN = render.warning(
    "MPL713 ui-name-overwritten",
    "the dashboard overwrites `{entry}` in the header: this value is ignored",
    "remove it",
)
# A warning, as only pages fail whose selectors would list the application
NO_NAME = render.warning(
    "MPL714 ui-no-name",
    "Application has neither `name` nor `?/name`: the dashboard fails when a selector shows the application",
    "write `Version: 2.2`: the dashboard then asks for the name",
)
# A warning where users can enter the name of a flavor, if they know one
FLAVOR_NAME = render.error(
    "MPL743 ui-flavor-name",
    'field "flavor" is {kind}: the dashboard looks up the value of a field with this name among the flavors, and fails '
    "if no flavor has that name",
    "rename the field",
)
HIDDEN_REQUIRED = render.error(
    "MPL744 ui-hidden-required",
    'field "{name}" is hidden and required, but has no `initial`: the page can never be submitted',
    "add `initial: ...`, or `required: false`",
)
HIDDEN_VISIBLE = render.warning(
    "MPL745 ui-hidden-visible",
    "`hidden` has no effect on a field of type {type}: the field is shown",
    "remove it, or write `type: string`",
)
INITIAL_REFUSED = render.warning(
    "MPL746 ui-initial-refused",
    'field "{name}" rejects its own initial value: {problem}',
    "write a value that the field accepts",
)
INITIAL_ESCAPED = render.warning(
    "MPL747 ui-initial-escaped",
    'the dashboard escapes a literal `initial` for HTML: the value becomes "{escaped}"',
    "write an expression, which is not escaped: `initial: {expression}`",
)
SELECTOR_UNKNOWN = render.warning(
    "MPL748 ui-selector-unknown",
    'field "{field}" offers applications of the package "{name}", but no package or class with that name was found',
    "correct the name, or pass the folder of that package with -L",
)
# A warning, as a catalog of packages in Glare offers descendants of the class as well
SELECTOR_PACKAGE = render.warning(
    "MPL749 ui-selector-package",
    'field "{field}" offers applications of the package "{name}": {problem}',
)
SOURCE = render.error("MPL750 ui-source", "ParametersSource: {problem}")
