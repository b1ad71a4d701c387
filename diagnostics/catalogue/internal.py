"""Failures of muranopl itself, family 0: its internal errors, and those of rules of users."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

INTERNAL_ERROR = read.error(
    "MPL001 internal-error",
    "internal error while checking this {what}: this is a bug in muranopl",
    "report it with the notes and, if possible, this {what}; `--log-file` records the details",
)
RULE_FAILED = read.error(
    "MPL002 rule-failed",
    "rule {own} failed, so it did not check package {checked}: {problem}",
    "correct the rule, or remove it from --rules; its other diagnostics may be missing",
)
SCRIPT_NOT_CHECKED = read.warning(
    "MPL003 script-not-checked",
    "this script was not checked: {problem}",
    "split it into several scripts",
)
