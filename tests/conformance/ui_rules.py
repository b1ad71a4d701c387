"""The rules of ui-agreement, section 7, as codes."""

CODES = {
    # the object model and its classes
    "ui-class-unknown": "MPL700",
    "ui-class-version": "MPL701",
    "ui-class-not-required": "MPL702",
    "ui-no-application": "MPL703",
    "ui-property-unknown": "MPL704",
    "ui-name-display": "MPL705",
    "ui-property-usage": "MPL706",
    "ui-property-missing": "MPL707",
    "ui-value-kind": "MPL708",
    "ui-value-refused": "MPL709",
    "ui-value-null": "MPL710",
    "ui-object-class": "MPL711",
    "ui-field-wider": "MPL712",
    "ui-name-overwritten": "MPL713",
    "ui-no-name": "MPL714",
    # expressions
    "ui-unknown-field": "MPL720",
    "ui-unknown-form": "MPL721",
    "ui-form-order": "MPL722",
    "ui-undefined-variable": "MPL723",
    "ui-null-attribute": "MPL724",
    "ui-bad-operands": "MPL725",
    "ui-unknown-function": "MPL726",
    "ui-function-arguments": "MPL727",
    "ui-broken-function": "MPL728",
    "ui-switch-value": "MPL729",
    "ui-repeat-same": "MPL730",
    "ui-not-json": "MPL731",
    "ui-unused-template": "MPL740",
    "ui-unused-parameter": "MPL741",
    "ui-unused-field": "MPL742",
    # fields
    "ui-flavor-name": "MPL743",
    "ui-hidden-required": "MPL744",
    "ui-hidden-visible": "MPL745",
    "ui-initial-refused": "MPL746",
    "ui-initial-escaped": "MPL747",
    "ui-selector-unknown": "MPL748",
    "ui-selector-package": "MPL749",
    "ui-source": "MPL750",
}

BY_QUIRK = dict.fromkeys(
    ("kind-network-string", "kind-databaselist-string", "kind-list-literal-string"),
    "string-conversion",
)
"""Cases that were recorded where documents and engine differ, with the quirk that follows the engine."""
