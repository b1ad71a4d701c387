"""muranopl itself, family 0: its internal errors, and those of rules of one's own."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

INTERNAL_ERROR = read.error(
    "MPL001 internal-error",
    "internal error while checking this {what}: this is a bug in muranopl",
    "report it, with the notes and, if you can, this {what}; `--log-file` writes down the rest",
)
RULE_FAILED = read.error(
    "MPL002 rule-failed",
    "the rule {own} failed on package {checked}, which it does not check: {problem}",
    "correct the rule, or leave it out of --rules; its other findings may be missing",
)
SCRIPT_NOT_CHECKED = read.warning(
    "MPL003 script-not-checked",
    "nothing is known about this script: {problem}",
    "divide it into several ones",
)
