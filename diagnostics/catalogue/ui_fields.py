"""UI definitions: fields, selectors, the header of Application and ParametersSource.

Reference: ui-agreement.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

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
