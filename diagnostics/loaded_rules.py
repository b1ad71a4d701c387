"""Codes beside those of the catalogue: those of rules of one's own, and of shellcheck."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.diagnostic import Phase, Severity
from muranopl.diagnostics.pages import Page, register_page
from muranopl.diagnostics.rules import Rule
from muranopl.diagnostics.shellcheck_codes import name_of

LOADED: dict[str, Rule] = {}
"""The rules by their code. Loading the same code again replaces its rule."""


def register(rules: Iterable[tuple[Rule, Page]]) -> None:
    """Make codes known to everything that lists, selects or explains codes."""
    for rule, page in rules:
        LOADED[rule.code] = rule
        register_page(rule.code, page)


def register_shellcheck(code: str) -> None:
    """Make a code of shellcheck known."""
    explanation = (
        "shellcheck finds this in a script that an execution plan runs, if muranopl is installed with the extra "
        f"`shellcheck`. A comment in the script, `# shellcheck disable={code}`, or `--ignore {code}` leaves it out."
    )
    rule = Rule(code, name_of(code), "{message}", Severity.WARNING, Phase.READ)
    register([(rule, Page(f"{code} {rule.name}", explanation, "", ""))])
