"""Scalars that read as something else than they look: text or expression."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

NOT_AN_EXPRESSION = read.warning("MPL171 not-an-expression", "this looks like an expression but is text: {problem}")
ODD_NUMBER = read.warning(
    "MPL144 odd-number", "the Default of {what} is written {text}, which YAML reads as the number {value}"
)
TEXT_AS_EXPRESSION = read.error(
    "MPL172 text-as-expression", "the Default of {what} reads as the expression {text}, not as text"
)
