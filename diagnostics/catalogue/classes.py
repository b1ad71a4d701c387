"""Class declarations: names of members, arguments, meta uses, keys that do not go together."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

NAME_IS_EXPRESSION = read.error("MPL150 name-is-expression", "this {noun} name reads as the expression {text}")
NAME_NOT_TEXT = read.error("MPL151 name-not-text", "this {noun} name must be a word, not {found}")
NAME_NOT_WORD = read.warning("MPL152 name-not-word", '"{name}" is no word, so no expression can name this {noun}')
ARGUMENTS_NOT_A_LIST = read.warning("MPL153 arguments-not-a-list", "{what} should be a list of one-key mappings")
BAD_ARGUMENT = read.error(
    "MPL154 bad-argument",
    "an item of {what} must be one name with its declaration: `- name:` and, indented deeper, `Contract:`",
)
DUPLICATE_ARGUMENT = read.error("MPL155 duplicate-argument", 'a second argument "{name}"')
ARGUMENT_ORDER = read.error(
    "MPL156 argument-order",
    '{usage} argument "{name}" stands too late: first Standard, then one VarArgs, then one KwArgs',
)
DEFAULT_NOT_USED = read.warning(
    "MPL157 default-not-used",
    'the Default of argument "{name}" is never used: a variable argument is empty when not given',
)
ACTION_WITH_SESSION = read.error(
    "MPL158 action-with-session", 'method "{name}" is an Action, so its Scope cannot be Session'
)
ACTION_DEPRECATED = read.warning(
    "MPL159 action-deprecated", 'method "{name}": Usage Action is deprecated in format {format}; write Scope: Public'
)
BAD_META = read.error(
    "MPL168 bad-meta", "an entry of {what} must be a meta class, or a mapping of one meta class to its properties"
)
META_KEY_ON_CLASS = read.error(
    "MPL169 meta-key-on-class", "{key} belongs to meta classes, but {what} has no Usage: Meta"
)
WORKFLOW_IGNORED = read.error(
    "MPL170 workflow-ignored", "{what} has both Methods and Workflow; the engine never reads Workflow then"
)
APPLIES_TO_NOTHING = read.error(
    "MPL190 applies-to-nothing", "{what} is an empty list, so the meta class can be attached to nothing"
)
