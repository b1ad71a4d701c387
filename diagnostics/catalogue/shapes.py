"""Shapes and keys of any entity: what every mapping of the language has in common."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

_HEAD = "Namespaces:\n  =: example.app\nName: Sample\n"

UNKNOWN_KEY = read.warning(
    "MPL120 unknown-key",
    message='unknown key "{key}" in {what}',
    explanation="""\
The language has no such key here, and the engine ignores it without a word: whatever it was meant to do does not
happen. Keys are case-sensitive (`Body`, not `body`). Correct the spelling, or remove the key.""",
    bad=_HEAD + "Colour: red\n",
    good=_HEAD + "Usage: Class\n",
)

MISSING_KEY = read.error(
    "MPL121 missing-key",
    message="{what} has no {key}",
    explanation="""\
The key is mandatory; without it the engine cannot load the package or the class. For a property or argument that
may hold anything, write `Contract: $`.""",
    bad=_HEAD + "Properties:\n  port:\n    Default: 80\n",
    good=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Default: 80\n",
)

WRONG_TYPE = read.error(
    "MPL122 wrong-type",
    message="{what} must be {expected}, not {found}",
    explanation="""\
The value has another YAML type than the language asks for. Mind YAML's own typing: unquoted `on`, `yes` and `no`
are booleans, `1.10` is the number 1.1, and a list item needs a blank after its dash. The engine crashes on such
values, or drops them.""",
    bad=_HEAD + "Properties: port\n",
    good=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n",
)

BAD_CHOICE = read.error(
    "MPL123 bad-choice",
    message="{what} is {found}; it must be one of {choices}",
    explanation="""\
The key takes one word of a closed set, spelt exactly. The engine refuses most other words when it loads the
class, and takes an unknown method `Scope` as if it were not there, so that the method cannot be called from
outside.""",
    bad=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: Input\n",
    good=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: In\n",
)

EMPTY_CHOICE = read.error(
    "MPL124 empty-choice",
    message="{what} is empty; the engine takes {fallback}",
    explanation="""\
A key that takes one word of a closed set has an empty text or another false value. The engine silently falls back to
the default, which is rarely what was meant. Write the word, or remove the key.""",
    bad=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: ''\n",
    good=_HEAD + "Properties:\n  port:\n    Contract: $.int()\n",
)

KEY_NOT_TEXT = read.warning(
    "MPL125 key-not-text",
    message="{key} is no key of {what}",
    explanation="""\
Keys of the language are words. A key that YAML reads as a number, boolean or list, or YAQL as an expression, is
never looked at by the engine. Unquoted `on`, `off`, `yes` and `no` are booleans in YAML: quote them.""",
    bad=_HEAD + "12: red\n",
    good=_HEAD,
)

_SCOPED = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
Methods:
  go:
    Scope: Public
"""

KEY_TOO_NEW = read.warning(
    "MPL126 key-too-new",
    message="{key} of {what} needs package format {since}, but the package has {format}",
    explanation="""\
The key came with a later version of the package format than the manifest's `Format` names. The last engine
accepts it all the same, an engine as old as the format promises to support does not. Raise `Format` in the
manifest.""",
    bad=_SCOPED.replace("Format: 1.4", "Format: 1.3"),
    good=_SCOPED,
)

SEVERAL_DOCUMENTS = read.error(
    "MPL127 several-documents",
    message="{path} must be one YAML document; here a second one begins",
    explanation="""\
The manifest and the UI definition are single documents; the engine refuses a second one. Only class files may
hold several.""",
    bad="=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nClasses: {}\n---\nName: More\n",
    good="=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nClasses: {}\n",
)

FALSE_VALUE = read.error(
    "MPL129 false-value",
    message="{what} must be a name or a list of names, not {found}; the engine takes it for nothing",
    explanation="""\
A false value such as `false`, `0` or `{}` stands where a name or a list of names belongs. The engine treats it like an
absent key, so nothing is extended, imported or attached. Write the names, or remove the key.""",
    bad=_HEAD + "Extends: false\n",
    good=_HEAD + "Extends: io.murano.Object\n",
)
