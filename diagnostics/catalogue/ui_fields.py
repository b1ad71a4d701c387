"""UI definitions: fields, selectors, the header of Application and ParametersSource.

Reference: ui-agreement.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

NAME_OVERWRITTEN = render.warning(
    "MPL713 ui-name-overwritten",
    "the dashboard writes its own `{entry}` into the header: this value is lost",
    "remove it",
)
# A warning, as only pages fail whose selectors would list the application
NO_NAME = render.warning(
    "MPL714 ui-no-name",
    "Application has neither `name` nor `?/name`: the dashboard fails where a selector would show it",
    "write `Version: 2.2` or newer: the dashboard asks for the name then",
)
# A warning where users can enter the name of a flavor, if they know one
FLAVOR_NAME = render.error(
    "MPL743 ui-flavor-name",
    'the dashboard looks up a field named "flavor" among the names of flavors, and fails if there is none: '
    "this one is {kind}",
    "rename the field",
)
HIDDEN_REQUIRED = render.error(
    "MPL744 ui-hidden-required",
    'field "{name}" is hidden, required and has no `initial`: the page can never be sent',
    "add `initial: ...`, or `required: false`",
)
HIDDEN_VISIBLE = render.warning(
    "MPL745 ui-hidden-visible",
    "`hidden` has no effect on a field of type {type}: it is shown",
    "remove it, or write `type: string`",
)
INITIAL_REFUSED = render.warning(
    "MPL746 ui-initial-refused",
    'field "{name}" refuses its own initial value: {problem}',
    "write a value that it takes",
)
INITIAL_ESCAPED = render.warning(
    "MPL747 ui-initial-escaped",
    'the dashboard escapes a literal `initial` for HTML: the value becomes "{escaped}"',
    "write an expression, which is not escaped: `initial: {expression}`",
)
SELECTOR_UNKNOWN = render.warning(
    "MPL748 ui-selector-unknown",
    'field "{field}" offers applications of the package "{name}", which is neither a package nor a class here',
    "correct the name, or give the folder of that package with -L",
)
# A warning, as a catalog of packages in Glare offers descendants of the class as well
SELECTOR_PACKAGE = render.warning(
    "MPL749 ui-selector-package",
    'field "{field}" offers applications of the package "{name}": {problem}',
)
SOURCE = render.error("MPL750 ui-source", "ParametersSource: {problem}")
