"""The object models that UI definitions make, and their classes.

Reference: ui-agreement, sections 5 and 7.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

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
