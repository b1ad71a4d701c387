"""Expressions: what method bodies call, read and write, and scalars that look like something else."""

from muranopl.diagnostics.diagnostic import Applicability, Phase
from muranopl.diagnostics.rules import Rewriting, RulesOf

render = RulesOf(Phase.RENDER)

NO_FUNCTION = render.error("MPL650 function-not-found", "there is no function {name}()")
NO_METHOD = render.error(
    "MPL651 method-not-found", '{holder} method "{name}"', "correct the name, or declare the method"
)
NO_PROPERTY = render.error(
    "MPL652 property-not-found",
    '{receiver} has no property "{name}"',
    "correct the name, or declare the property",
)
WRONG_ARGUMENTS = render.error("MPL653 wrong-arguments", "{what} {problem}")
VALUE_REFUSED = render.error(
    "MPL654 argument-refused", "{what} does not accept this value: {problem}"
)
OTHER_VERSION = render.error(
    "MPL655 function-of-other-version",
    "{what} exists only {versions}; the Format of this package is {here}",
)
NEEDS_OBJECT = render.error(
    "MPL656 needs-object",
    "{what} needs an object, but `{receiver}` is the class {class_} itself",
    "create an object with new(), or declare the method with `Usage: Static`",
)
NOT_WRITABLE = render.error(
    "MPL657 property-not-writable", 'property "{name}" of {class_} cannot be set here: {problem}'
)
NULL_FAILS = render.error("MPL658 null-fails", "`{text}` is null here, and {problem}")
WRONG_OPERANDS = render.error("MPL659 wrong-operands", "{problem}")
CONSTRUCTOR_CALLED = render.error(
    "MPL660 constructor-called",
    '"{name}" cannot be called: the engine runs it when an object is {when}',
    "move its code into another method, and call that method from both places",
)
# An info, as the call works on engines that run an older yaql
FUNCTION_GONE = render.info(
    "MPL661 function-gone",
    "yaql 3 has no {name}() for strings: this call fails if the engine uses yaql 3",
    "join strings with `+`, and convert other values with str()",
)
# A warning, as the engine makes the object without the value
GIVEN_UNKNOWN = render.warning(
    "MPL662 given-unknown",
    '{class_} has no property "{name}", so new() ignores the value',
    "remove it, or declare the property",
)
NOT_GIVEN = render.error(
    "MPL663 not-given", "new() needs {names} to create an object of {class_}", "add {arguments}"
)
NO_OWNER = render.error(
    "MPL668 no-owner",
    "new() sets no owner, but the constructor of {class_} runs `{text}`, which fails without one",
    "write the owner as the second argument: `new({written})`",
)
WORD_FOR_VARIABLE = render.warning(
    "MPL664 word-for-variable",
    '`{name}` is the string "{name}" here',
    "did you mean `{meant}`? To keep the string, write `'{name}'`",
    rewriting=Rewriting("{name}", "{meant}", Applicability.UNSAFE),
)
NEVER_TRUE = render.warning("MPL667 never-true", "`{text}` is never true: {problem}")
# A warning, as reading the property fails only where the object has none
METHOD_NOT_CALLED = render.warning(
    "MPL665 method-not-called",
    'this only reads property "{name}"; it does not call a method',
    "to call the method, write `{text}()`",
    rewriting=Rewriting("{name}", "{name}()", Applicability.UNSAFE),
)

# Variables, and properties that only bodies use

# A warning, as the engine reads null; an error where the expression fails on null
NEVER_SET = render.warning(
    "MPL640 variable-never-set",
    "${name} is never set, so it is null",
    "set it first, or correct the name",
)
MAYBE_UNSET = render.info(
    "MPL641 variable-maybe-unset",
    "${name} may be null here: only some paths to this line set it",
    "unless null is intended, set it before this line: `${name}: ...`",
)
NOT_USED = render.info(
    "MPL642 variable-not-used",
    "${name} is set but never used",
    "remove the assignment; a call in it can remain as a separate instruction",
)
BEFORE_SET = render.warning(
    "MPL643 variable-before-set",
    "${name} is read before it is set, so it is null here",
    "set it above this line, or correct the name",
)
MEANT_PROPERTY = render.warning(
    "MPL645 property-misspelt",
    '`{target}` is not declared, and this class never uses its property "{name}"',
)
# A warning, as the way that leads there may never be taken
NO_VALUE = render.warning(
    "MPL646 property-never-set",
    'property "{name}" has usage Runtime and no Default, and is never set, so reading it fails',
    "set it before this line, or add a Default",
)
# An info, as code may set undeclared properties; a warning if the name is near another one
NOT_READ = render.info(
    "MPL644 property-not-read",
    "`{target}` is set, but this class never reads it",
    "remove the line, or declare the property",
)


read = RulesOf(Phase.READ)

# A warning, as the engine goes on with the text, which may be meant
NOT_AN_EXPRESSION = read.warning(
    "MPL171 not-an-expression",
    "this looks like an expression but is a string: {problem}",
    "correct the expression, or quote it if a string is intended",
)
ODD_NUMBER = read.warning(
    "MPL144 odd-number",
    "{what} is written as {text}, which YAML reads as the number {value}",
    "quote it if a string is intended; otherwise write `{value}`",
)
# A warning, as the word is a valid text, which may be meant
MISSPELT_CONSTANT = read.warning(
    "MPL191 misspelt-constant",
    '{name} is the string "{name}" here; the constant is {meant}',
    "write `{meant}`, or `'{name}'` if a string is intended",
    rewriting=Rewriting("{name}", "{meant}", Applicability.UNSAFE),
)
TEXT_AS_EXPRESSION = read.error(
    "MPL172 text-as-expression",
    "{what} is read as the expression {text}, not as a string",
    "quote it: `'{text}'`",
    rewriting=Rewriting("{text}", "'{text}'"),
)
JSON_CLASS_FILE = read.error(
    "MPL199 json-class-file",
    "this class file is JSON, where every string is quoted: {text} is a string, not an expression",
    "write the file as YAML, with unquoted expressions",
)
# A warning, as YAML takes a quote at the end of a plain text for a character of it
STRAY_CLOSING = read.warning(
    "MPL195 stray-closing",
    "this string ends with an unmatched {closing}, which is part of the string",
    "add the opening character, or remove the {closing}",
)
