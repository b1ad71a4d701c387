"""YAML files: text that cannot be read, syntax, tags, keys, aliases, limits, and the values of scalars."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

_GOOD = "Name: Sample\nNamespaces: {=: example.app}\n"


def _property(text: str) -> str:
    return f"{_GOOD}Properties:\n  port:\n    Contract: $\n    Default: {text}\n"


NOT_TEXT = read.error(
    "MPL110 not-text",
    message="{what}",
    explanation="""\
The file holds bytes that are not text, so it cannot be read. Save it as UTF-8. Class files may also be UTF-16 with a
byte order mark; control characters are not allowed in YAML, except as an escape such as `"\\x07"` in double quotes.""",
    bad="=== Classes/Sample.yaml [base64]\nTmFtZTogU2FtcGxlCiMgY2Fm6QpOYW1lc3BhY2VzOiB7PTogZXhhbXBsZS5hcHB9Cg==\n",
    good=f"{_GOOD}# café\n",
)

SYNTAX = read.error(
    "MPL111 yaml-syntax",
    message="this is not valid YAML: {problem}",
    explanation="""\
The file breaks the rules of YAML at this place, and nothing after it in the file was read. Frequent causes: a tab as
indentation; a blank after a colon inside unquoted text (`$.f(a: b)`, use `a => b`); unquoted text that begins with
one of `@ % > [ { ! & *` or a backtick; text behind a closed quote, bracket or brace (`[1, 2].len()`). Quote the text,
or write `!yaql "..."` for an expression.""",
    bad=_property("[1, 2].len()"),
    good=_property('!yaql "[1, 2].len()"'),
)

TAG = read.error(
    "MPL112 unusable-tag",
    message="{what}",
    explanation="""\
A tag (`!name`) says how YAML should build a value. Packages know the standard tags of YAML 1.1 (`!!str`, `!!int`,
`!!set`, ...), and class and UI files also `!yaql`, which makes an expression of quoted text. All others are refused,
and each standard tag fits one kind of value only. An unquoted `=` or `<<` as a value counts as a tag too. Remove the
tag, or quote the text.""",
    bad=_property("!port 80"),
    good=_property("80"),
)

DUPLICATE_KEY = read.error(
    "MPL113 duplicate-key",
    message="the key {key} occurs twice in this mapping; only this last value counts",
    explanation="""\
Keys of a YAML mapping have to be unique. The engine does not complain: it forgets the earlier value, which is rarely
what the author meant. Remove or rename one of the two.""",
    bad=f"{_GOOD}Usage: Class\nUsage: Class\n",
    good=f"{_GOOD}Usage: Class\n",
)

KEY = read.error(
    "MPL114 unusable-key",
    message="{what}",
    explanation="""\
A key must be a single value: a list or a mapping cannot be one, and the engine refuses the file. The merge key `<<`
needs a mapping, or a list of mappings, as its value.""",
    bad=f"{_GOOD}? [a, b]\n: 1\n",
    good=_GOOD,
)

ALIAS = read.error(
    "MPL115 unusable-alias",
    message="{what}",
    explanation="""\
An alias (`*name`) repeats the value that an anchor (`&name`) marked earlier in the same document. The anchor has to
come first, and each name can be used once in a document. Text that merely begins with `*` or `&` needs quotes.""",
    bad=_property("*standard"),
    good=_property("'*standard'"),
)

RECURSION = read.error(
    "MPL116 contains-itself",
    message="the value marked `&{name}` contains itself",
    explanation="""\
An alias stands inside the very value that its anchor marks, so the value has no end. Nothing in a package can be
infinite. Write out the part that was meant.""",
    bad=_property("&all [1, *all]"),
    good=_property("[1, 2]"),
)

TOO_LARGE = read.error(
    "MPL117 yaml-too-large",
    message="{what}",
    explanation="""\
The file is nested deeper than 1,000 levels, or its aliases repeat so much that it stands for more than a million
values. No real package comes near, and a hostile one could use up all memory that way. Nothing after this place was
read.""",
    bad=_property("[" * 1001 + "]" * 1001),
    good=_property("[[[]]]"),
)

VALUE = read.error(
    "MPL118 unreadable-value",
    message="{text} cannot be read as {kind}",
    explanation="""\
Unquoted text that looks like a date or number, and text under a tag such as `!!int`, is converted to such a value.
Here that is impossible: there is no thirteenth month, for instance. The engine cannot load the file. Quote the text,
or correct the value.""",
    bad=_property("2020-13-45"),
    good=_property("2020-12-31"),
)

EXPRESSION = read.error(
    "MPL119 yaql-syntax",
    message="this is not a YAQL expression: {problem}",
    explanation="""\
The text after `!yaql` has to be a YAQL expression. (Unquoted text without the tag that does not parse simply is
text.) A bad escape inside a quoted part, such as `'\\xzz'`, or a number of thousands of digits stops the engine from
loading the file in both cases.""",
    bad=_property('!yaql "1 == 1"'),
    good=_property('!yaql "1 = 1"'),
)
