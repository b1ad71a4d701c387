"""Class declarations as they are written: names of members, arguments, meta uses, conflicting keys.

The inheritance of classes: `hierarchy` and `inherit`; class names: `namespace`.
"""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

NAME_IS_EXPRESSION = read.error(
    "MPL150 name-is-expression",
    "the {noun} name {text} is read as an expression",
    "use a name of letters, digits and _ only, such as my_name",
)
NAME_NOT_TEXT = read.error(
    "MPL151 name-not-text",
    "the name of this {noun} must be a string, not {found}",
    "quote it, or choose another name",
)
# A warning, as the engine accepts the name, which only expressions cannot refer to
NAME_NOT_WORD = read.warning(
    "MPL152 name-not-word",
    'no expression can refer to this {noun}: its name "{name}" is not a single word',
    "use letters, digits and _ only, and do not start with a digit or with two _",
)
# An info, as the engine accepts a mapping of one argument
ARGUMENTS_NOT_A_LIST = read.info(
    "MPL153 arguments-not-a-list",
    "{what} should be a list with a dash before each argument; the dash is optional only for a single argument",
    "write\n- {argument}:\n    {line}",
)
BAD_ARGUMENT = read.error(
    "MPL154 bad-argument",
    "an item of {what} must be one name with its declaration",
    "write a dash and one name, and indent its declaration below it",
    refuses=Refusal.CLASS,
)
DUPLICATE_ARGUMENT = read.error(
    "MPL155 duplicate-argument",
    'argument "{name}" is declared twice',
    "remove or rename one of the two",
)
ARGUMENT_ORDER = read.error(
    "MPL156 argument-order",
    '{usage} argument "{name}" is out of order',
    "put Standard arguments first, then at most one VarArgs, then at most one KwArgs",
    refuses=Refusal.CLASS,
)
DEFAULT_NOT_USED = read.warning(
    "MPL157 default-not-used",
    'the Default of argument "{name}" is never used: omitted VarArgs and KwArgs are empty',
    "remove the Default",
)
ACTION_WITH_SESSION = read.error(
    "MPL158 action-with-session",
    'method "{name}" has Usage Action, so its Scope cannot be Session',
    "write `Scope: Public` and remove `Usage: Action`, or remove the Scope",
    refuses=Refusal.CLASS,
)
# A warning, as the engine accepts Action, with a warning in its log
ACTION_DEPRECATED = read.warning(
    "MPL159 action-deprecated",
    'method "{name}" has Usage Action, which is deprecated in format {format}',
    "write `Scope: Public` instead",
)
BAD_META = read.error(
    "MPL168 bad-meta",
    "an entry of {what} must be a meta class, or a mapping of one meta class to its properties",
    "to attach several meta objects, write a list with a dash before each one",
    refuses=Refusal.CLASS,
)
META_KEY_ON_CLASS = read.error(
    "MPL169 meta-key-on-class",
    "{key} applies only to meta classes, but {what} is a plain class",
    "add `Usage: Meta`, or remove {key}",
)
# An error, although the engine loads the class: the methods under Workflow are lost
WORKFLOW_IGNORED = read.error(
    "MPL170 workflow-ignored",
    "{what} has both Methods and Workflow, so the engine ignores Workflow",
    "move its methods to Methods",
)
APPLIES_TO_NOTHING = read.error(
    "MPL190 applies-to-nothing",
    "{what} is an empty list, so the meta class cannot be attached to anything",
    "list Package, Type, Method, Property, Argument or All",
)
