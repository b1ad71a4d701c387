"""Class declarations: names of members, arguments, meta uses, keys that do not go together."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)


def _class(more: str) -> str:
    return f"Namespaces:\n  =: example.app\nName: Sample\n{more}"


def _property(name: str) -> str:
    return _class(f"Properties:\n  {name}:\n    Contract: $.int()\n")


def _arguments(text: str) -> str:
    return _class(f"Methods:\n  go:\n    Arguments:\n{text}")


NAME_IS_EXPRESSION = read.error(
    "MPL150 name-is-expression",
    message="this {noun} name reads as the expression {text}",
    explanation="""\
An unquoted key with a character besides letters, digits, blanks and dots that parses as YAQL is an expression:
`my-port` is "my minus port", `go()` is a call. The engine stores it under no name anybody can use. Names are
single words.""",
    bad=_property("my-port"),
    good=_property("my_port"),
)

NAME_NOT_TEXT = read.error(
    "MPL151 name-not-text",
    message="this {noun} name must be a word, not {found}",
    explanation="""\
YAML reads unquoted `on`, `off`, `yes`, `no`, `null` and numbers as values of their own, so the name is not the
text it looks like. Quote it, or choose another name.""",
    bad=_property("on"),
    good=_property("'on'"),
)

NAME_NOT_WORD = read.warning(
    "MPL152 name-not-word",
    message='"{name}" is no word, so no expression can name this {noun}',
    explanation="""\
Expressions reach members by a word: letters, digits and underscores, not starting with a digit. The engine
accepts other names but nothing can refer to them. `?` is the header of every object and cannot be a property.""",
    bad=_property("my port"),
    good=_property("myPort"),
)

ARGUMENTS_NOT_A_LIST = read.warning(
    "MPL153 arguments-not-a-list",
    message="{what} should be a list of one-key mappings",
    explanation="""\
Arguments have an order, so they are a list: `- name: {Contract: ...}`. The engine accepts a bare mapping for one
argument only.""",
    bad=_arguments("      port:\n        Contract: $.int()\n"),
    good=_arguments("      - port:\n          Contract: $.int()\n"),
)

BAD_ARGUMENT = read.error(
    "MPL154 bad-argument",
    message="an item of {what} must be one name with its declaration: `- name:` and, indented deeper, `Contract:`",
    explanation="""\
Each item of `Arguments` is a mapping of exactly one name to its declaration. A frequent slip is to indent
`Contract` only as deep as the name, which makes it a second key. The engine refuses the class.""",
    bad=_arguments("      - port:\n        Contract: $.int()\n"),
    good=_arguments("      - port:\n          Contract: $.int()\n"),
)

DUPLICATE_ARGUMENT = read.error(
    "MPL155 duplicate-argument",
    message='a second argument "{name}"',
    explanation="""\
Two arguments of one method have the same name. The engine silently keeps the second declaration in the first
one's place.""",
    bad=_arguments("      - port:\n          Contract: $.int()\n      - port:\n          Contract: $\n"),
    good=_arguments("      - port:\n          Contract: $.int()\n      - host:\n          Contract: $\n"),
)

ARGUMENT_ORDER = read.error(
    "MPL156 argument-order",
    message='{usage} argument "{name}" stands too late: first Standard, then one VarArgs, then one KwArgs',
    explanation="""\
Standard arguments come first, then at most one `Usage: VarArgs`, then at most one `Usage: KwArgs`. The engine
refuses any other order.""",
    bad=_arguments(
        "      - rest:\n          Contract: $\n          Usage: VarArgs\n      - port:\n          Contract: $\n"
    ),
    good=_arguments(
        "      - port:\n          Contract: $\n      - rest:\n          Contract: $\n          Usage: VarArgs\n"
    ),
)

DEFAULT_NOT_USED = read.warning(
    "MPL157 default-not-used",
    message='the Default of argument "{name}" is never used: a variable argument is empty when not given',
    explanation="""\
VarArgs and KwArgs arguments collect whatever is left over; where nothing is, they are an empty list or mapping.""",
    bad=_arguments("      - rest:\n          Contract: $\n          Usage: VarArgs\n          Default: 1\n"),
    good=_arguments("      - rest:\n          Contract: $\n          Usage: VarArgs\n"),
)

ACTION_WITH_SESSION = read.error(
    "MPL158 action-with-session",
    message='method "{name}" is an Action, so its Scope cannot be Session',
    explanation="""\
`Usage: Action` means that the method can be called from outside, `Scope: Session` that it cannot. The engine
refuses the class.""",
    bad=_class("Methods:\n  go:\n    Usage: Action\n    Scope: Session\n"),
    good=_class("Methods:\n  go:\n    Scope: Public\n"),
)

ACTION_DEPRECATED = read.warning(
    "MPL159 action-deprecated",
    message='method "{name}": Usage Action is deprecated in format {format}; write Scope: Public',
    explanation="""\
From package format 1.4 on, methods that can be called from outside are marked by `Scope: Public`. The engine
still accepts the older `Usage: Action`, with a warning in its log.""",
    bad=_class("Methods:\n  go:\n    Usage: Action\n"),
    good=_class("Methods:\n  go:\n    Scope: Public\n"),
)

BAD_META = read.error(
    "MPL168 bad-meta",
    message="an entry of {what} must be a meta class, or a mapping of one meta class to its properties",
    explanation="""\
Each entry of `Meta` is the name of a meta class, or a mapping of exactly one such name to property values. To
attach several meta objects write a list.""",
    bad=_class("Meta:\n  io.murano.metadata.Title: {text: A}\n  io.murano.metadata.Description: {text: B}\n"),
    good=_class("Meta:\n  - io.murano.metadata.Title: {text: A}\n  - io.murano.metadata.Description: {text: B}\n"),
)

META_KEY_ON_CLASS = read.error(
    "MPL169 meta-key-on-class",
    message="{key} belongs to meta classes, but {what} has no Usage: Meta",
    explanation="""\
`Cardinality`, `Applies` and `Inherited` say how objects of a meta class are attached. On a plain class they are
ignored; most likely `Usage: Meta` was forgotten.""",
    bad=_class("Applies: Property\n"),
    good=_class("Usage: Meta\nApplies: Property\n"),
)

WORKFLOW_IGNORED = read.error(
    "MPL170 workflow-ignored",
    message="{what} has both Methods and Workflow; the engine never reads Workflow then",
    explanation="""\
`Workflow` is the older name of `Methods` and counts only where `Methods` is absent or empty. All methods under it
are lost here: move them under `Methods`.""",
    bad=_class("Methods:\n  go:\n    Body: []\nWorkflow:\n  stop:\n    Body: []\n"),
    good=_class("Methods:\n  go:\n    Body: []\n  stop:\n    Body: []\n"),
)

APPLIES_TO_NOTHING = read.error(
    "MPL190 applies-to-nothing",
    message="{what} is an empty list, so the meta class can be attached to nothing",
    explanation="""\
`Applies` lists what the objects of a meta class may be attached to. With an empty list it is of no use to
anybody; without the key it applies to everything.""",
    bad=_class("Usage: Meta\nApplies: []\n"),
    good=_class("Usage: Meta\nApplies: [Property]\n"),
)
