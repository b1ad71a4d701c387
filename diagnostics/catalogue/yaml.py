"""Files of YAML: text, syntax and values of scalars, and the shapes and keys of any entity."""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

NOT_TEXT = read.error("MPL110 not-text", "{what}", refuses=Refusal.FILE)
SYNTAX = read.error("MPL111 yaml-syntax", "this is not valid YAML: {problem}", refuses=Refusal.FILE)
# A warning, as the engine reads the file
EMPTY_KEY = read.warning(
    "MPL100 yaml-question-mark",
    "`?` inside braces marks a key in YAML, so this key is empty",
    "quote it: `'?'`",
)
TAG = read.error(
    "MPL112 unusable-tag",
    "{what}",
    "remove the tag, or quote the string if the `!` belongs to it",
    refuses=Refusal.FILE,
)
# An error, although the engine does not complain: it forgets the earlier value
DUPLICATE_KEY = read.error(
    "MPL113 duplicate-key",
    "the key {key} occurs twice in this mapping; only the last value counts",
    "remove or rename one of the two",
)
KEY = read.error(
    "MPL114 unusable-key", "{what}", "quote it if a string is intended", refuses=Refusal.FILE
)
ALIAS = read.error(
    "MPL115 unusable-alias",
    "{what}",
    "define each anchor once, above its aliases; quote a string that begins with `*` or `&`",
    refuses=Refusal.FILE,
)
RECURSION = read.error(
    "MPL116 contains-itself",
    "the value marked `&{name}` contains itself",
    "write out the part that `*{name}` refers to",
)
TOO_LARGE = read.error(
    "MPL117 yaml-too-large", "{what}", "reduce the nesting, or the number of aliases"
)
VALUE = read.error(
    "MPL118 unreadable-value",
    "{text} cannot be read as {kind}",
    "quote it if a string is intended, or correct the value",
    refuses=Refusal.FILE,
)
EXPRESSION = read.error(
    "MPL119 yaql-syntax", "this is not a valid YAQL expression: {problem}", refuses=Refusal.FILE
)


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
