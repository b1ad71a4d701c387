"""Rules: each diagnostic code is declared once; `pages` has what is said about it at length."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from muranopl.diagnostics.diagnostic import Phase, Severity
from muranopl.diagnostics.pages import Page, page


class Rule(msgspec.Struct, frozen=True):
    """One diagnostic code.

    `code` is stable for ever; its first digit is the family: 1 to 5 are those of one phase each, 6 is method bodies.
    `message` is a `str.format` template over the facts that are reported with it. `phase` is the first phase that
    reports it.
    """

    code: str
    name: str
    message: str
    severity: Severity
    phase: Phase

    @property
    def page(self) -> Page:
        """The explanation and the examples, read when they are asked for."""
        return page(self.code)


class RulesOf(NamedTuple):
    """Declares the rules that `phase` is the first to report: each by a heading, its code and name, and its message."""

    phase: Phase

    def error(self, heading: str, message: str) -> Rule:
        """Return a rule whose breach makes the engine refuse or fail, or surely loses something."""
        return self._rule(Severity.ERROR, heading, message)

    def warning(self, heading: str, message: str) -> Rule:
        """Return a rule whose breach is very likely a mistake, or cannot be told from here."""
        return self._rule(Severity.WARNING, heading, message)

    def info(self, heading: str, message: str) -> Rule:
        """Return a rule that tells what is worth knowing."""
        return self._rule(Severity.INFO, heading, message)

    def _rule(self, severity: Severity, heading: str, message: str) -> Rule:
        code, name = heading.split()
        return Rule(code, name, message, severity, self.phase)
