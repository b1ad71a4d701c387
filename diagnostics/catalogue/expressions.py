"""Scalars that look like something else: text or expression."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.fixes import Applicability
from muranopl.diagnostics.rules import Rewriting, RulesOf

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
