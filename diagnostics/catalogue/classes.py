"""Class declarations as they are written: names of members, arguments, meta uses, keys, contracts.

The inheritance of classes: `inherit`; class names: `namespace`.
"""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import Rewriting, RulesOf

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


TEXT_CONTRACT = read.error(
    "MPL160 text-contract",
    '{what} is the string "{text}", so it accepts only that string',
    "write an unquoted expression that starts with `$`, such as `$.string().notNull()`",
)
# A warning, unlike MPL160: a number or a truth value in place of a contract is a choice that YAML
# shows, where a text was meant as an expression (conformance/contracts.json)
CONSTANT_CONTRACT = read.warning(
    "MPL161 constant-contract",
    "{what} is the constant {value}, so it accepts only that value",
    "write a type, such as `$.int()`; put a default value under Default",
)
NULL_CONTRACT = read.warning(
    "MPL162 null-contract",
    "{what} is empty, so it accepts only null",
    "to accept any value, write `$`",
)
UNKNOWN_FUNCTION = read.error(
    "MPL163 unknown-contract-function", '{what} calls "{name}", which is not a contract function'
)
NOT_CALLED = read.error(
    "MPL145 contract-function-not-called",
    "{what} names {name} without calling it",
    "write `{name}()`",
    rewriting=Rewriting("{name}", "{name}()"),
)
BAD_ARGUMENTS = read.error(
    "MPL164 contract-arguments", "{what}: {name}() takes {wants}, not {found}"
)
NO_RECEIVER = read.error(
    "MPL165 contract-without-receiver",
    "{what} does not start with `$`, the value",
    "write `$.{name}()`",
    rewriting=Rewriting("{name}()", "$.{name}()"),
)
BAD_BOUNDS = read.error("MPL166 contract-bounds", "{what}: {problem}")
TWO_PATTERNS = read.error(
    "MPL167 two-key-patterns",
    "{what} has a second key that is an expression; a mapping contract can have only one",
    "keep one expression as a key, and write the other keys as names",
)
# An error, unlike MPL193: the result is the same whatever value is given
VALUE_UNUSED = read.error(
    "MPL192 contract-without-value",
    "{what} does not use the value: every value is replaced by the result of {text}",
    "write a contract that starts with `$`, such as `$.int()`",
)
# A warning, as the engine takes any expression for a contract
NO_CONTRACT = read.warning(
    "MPL193 expression-as-contract",
    "{what} is an expression, not a contract: every value is replaced by the result of {text}",
    "write a contract that starts with `$`, such as `$.int()` or `[$.int()]`",
)
NOTHING_TAKEN = read.error(
    "MPL194 contract-takes-nothing",
    "{what} accepts only null: {first}() returns {given}, which {name}() rejects",
    "remove {name}() or {first}()",
)
