"""The cases we answer differently on purpose, each with its reason. A listed case that passes fails the test."""

EXCEPTIONS: dict[str, dict[str, str]] = {
    "types": {},
}
