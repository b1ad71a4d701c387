"""Expressions of UI definitions: names, time of evaluation, functions, and unused parts."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

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
