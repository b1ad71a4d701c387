"""Scalars that look like something else: text or expression."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.fixes import Applicability
from muranopl.diagnostics.rules import Rewriting, RulesOf

read = RulesOf(Phase.READ)

# A warning, as the engine goes on with the text, which may be meant
NOT_AN_EXPRESSION = read.warning(
    "MPL171 not-an-expression",
    "this looks like an expression but is text: {problem}",
    "correct the expression, or quote it if text is meant",
)
ODD_NUMBER = read.warning(
    "MPL144 odd-number",
    "{what} is written {text}, which YAML reads as the number {value}",
    "quote it if text is meant, else write `{value}`",
)
# A warning, as the word is a valid text, which may be meant
MISSPELT_CONSTANT = read.warning(
    "MPL191 misspelt-constant",
    '{name} is the text "{name}" here; the constant is {meant}',
    "write `{meant}`, or `'{name}'` if text is meant",
    rewriting=Rewriting("{name}", "{meant}", Applicability.UNSAFE),
)
TEXT_AS_EXPRESSION = read.error(
    "MPL172 text-as-expression",
    "{what} is read as the expression {text}, not as text",
    "quote it: `'{text}'`",
    rewriting=Rewriting("{text}", "'{text}'"),
)
JSON_CLASS_FILE = read.error(
    "MPL199 json-class-file",
    "this class file is JSON, in which all texts are quoted: {text} is a text here, and no expression",
    "write the file as YAML, with expressions outside of quotes",
)
# A warning, as YAML takes a quote at the end of a plain text for a character of it
STRAY_CLOSING = read.warning(
    "MPL195 stray-closing",
    "this text ends with a {closing} that nothing opens, and which is a part of it",
    "write what opens it, or remove the {closing}",
)
