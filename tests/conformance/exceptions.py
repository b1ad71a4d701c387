"""The cases we answer differently on purpose, each with its reason. A listed case that passes fails the test."""

BODIES = "names and types in bodies: issue D"

EXCEPTIONS: dict[str, dict[str, str]] = {
    "types": {},
    "syntax": {
        "body-unknown-function": BODIES,
        "body-assign-structure": BODIES,
        "body-assign-property-in-static": BODIES,
        "body-assign-type-prefix-expression": BODIES,
        "body-if-scalar-blocks": BODIES,
        "body-format-1.1-unknown-property": BODIES,
        "body-format-1.2-unknown-property": BODIES,
        "body-value-ns-call": "the class does not declare the prefix std, and evaluating that fails (evaluation.json, "
        "literal/keyword-colon): it is an error, though loading alone succeeds",
        "manifest-everything": "the manifest names logos that are not there, which manifest-logo-missing-file wants "
        "reported as an error",
    },
}
