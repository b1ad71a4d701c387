"""Forms of UI definitions: the object models that they make, expressions, fields and selectors.

How UI definitions are written: `ui`. Reference: ui-agreement, sections 5 and 7.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

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
