"""Shapes and keys of any entity: the rules that apply to every mapping of the language."""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

# A warning, as the engine only ignores the key
UNKNOWN_KEY = read.warning("MPL120 unknown-key", 'unknown key "{key}" in {what}')
MISSING_KEY = read.error(
    "MPL121 missing-key", "{what} has no {key}", "add `{key}:`", refuses=Refusal.CLASS
)
WRONG_TYPE = read.error("MPL122 wrong-type", "{what} must be {expected}, not {found}")
BAD_CHOICE = read.error("MPL123 bad-choice", "{what} is {found}; it must be {choices}")
# An error, although the engine loads it: what was meant is silently replaced by the default
EMPTY_CHOICE = read.error(
    "MPL124 empty-choice",
    "{what} is empty; the engine uses {fallback}",
    "write `{fallback}`, or remove the key",
)
# A warning, as the engine never looks at such a key
KEY_NOT_TEXT = read.warning(
    "MPL125 key-not-text", "a key of {what} must be a string, not {key}", "quote it, or remove it"
)
# A warning, as the last engine accepts the key in any format
KEY_TOO_NEW = read.warning(
    "MPL126 key-too-new",
    "{key} of {what} needs package format {since}, but the package has {format}",
    "write `Format: {since}` in manifest.yaml",
)
SEVERAL_DOCUMENTS = read.error(
    "MPL127 several-documents",
    "{path} must be one YAML document; a second one begins here",
    "remove the line `---`",
)
# An error, although the engine accepts it: nothing is extended, imported or attached
FALSE_VALUE = read.error(
    "MPL129 false-value",
    "{what} must be a name or a list of names, not {found}, which the engine ignores",
    "write a name, or remove the key",
)
