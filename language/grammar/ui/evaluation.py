"""When the dashboard evaluates the attributes of fields.

Reference: ui-definition, Fields; measured in it.
"""

from __future__ import annotations

# Read only from an expression; a literal of this name is refused.
ONLY_EXPRESSION = ("enabled", "includeSubnets", "visible")
# An expression under these names has no effect: the field's default takes precedence (measured).
EXPRESSION_IGNORED = frozenset(
    {
        "allowAuto",
        "confirmInput",
        "descriptionTitle",
        "disabled",
        "emptyValue",
        "emptyValueMessage",
        "errorMessages",
        "helpText",
        "hidden",
        "includeSnapshots",
        "includeVolumes",
        "localize",
        "regexpValidator",
        "required",
        "showHiddenInitial",
        "strip",
        "validators",
    }
)
# Attributes whose evaluated values the dashboard does not use.
NEVER_EVALUATED = EXPRESSION_IGNORED | {"includeSubnets", "visible"}
# Evaluated before any page is shown, without data; other attributes are evaluated when their page
# is shown.
EVALUATED_AT_LOAD = ("choices", "minLength", "maxLength", "minValue", "maxValue", "stepSize")
