"""The codes of rules of one's own that were loaded, beside those of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.pages import Page, register_page
from muranopl.diagnostics.rules import Rule

LOADED: dict[str, Rule] = {}
"""The rules by their code. Loading the same code again replaces its rule."""


def register(rules: Iterable[tuple[Rule, Page]]) -> None:
    """Make codes known to everything that lists, selects or explains codes."""
    for rule, page in rules:
        LOADED[rule.code] = rule
        register_page(rule.code, page)
