"""YAML files: unreadable text, syntax, tags, keys, aliases, limits, and values of scalars."""

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
