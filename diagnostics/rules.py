"""Rules: each diagnostic code is declared once; `pages` has what is said about it at length."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Phase, Refusal, Severity
from muranopl.diagnostics.pages import Page, page


class Rule(msgspec.Struct, frozen=True):
    """One diagnostic code.

    `code` is stable for ever; its first digit is the family: 1 to 5 are those of one phase each, 6 is method bodies, 7
    is UI definitions and the models they make, 0 is muranopl itself.
    `message` and `suggestion`, the remedy, are `str.format` templates over the facts that are reported with it; who
    reports it and knows a better remedy replaces the suggestion. `phase` is the first phase that reports it.
    `refuses` is what the engine never loads where the rule is broken; where that depends, who reports it says so.
    """

    code: str
    name: str
    message: str
    severity: Severity
    phase: Phase
    suggestion: str | None = None
    refuses: Refusal | None = None

    @property
    def page(self) -> Page:
        """The explanation and the examples, read when they are asked for."""
        return page(self.code)


class RulesOf(msgspec.Struct, frozen=True):
    """Declares the rules that `phase` is the first to report: by heading (code and name), message and suggestion."""

    phase: Phase

    def error(
        self, heading: str, message: str, suggestion: str | None = None, *, refuses: Refusal | None = None
    ) -> Rule:
        """Return a rule whose breach makes the engine refuse or fail, or surely loses something."""
        return self._rule(Severity.ERROR, heading, message, suggestion, refuses)

    def warning(self, heading: str, message: str, suggestion: str | None = None) -> Rule:
        """Return a rule whose breach is very likely a mistake, or cannot be told from here."""
        return self._rule(Severity.WARNING, heading, message, suggestion)

    def info(self, heading: str, message: str, suggestion: str | None = None) -> Rule:
        """Return a rule that tells what is worth knowing."""
        return self._rule(Severity.INFO, heading, message, suggestion)

    def _rule(
        self,
        severity: Severity,
        heading: str,
        message: str,
        suggestion: str | None,
        refuses: Refusal | None = None,
    ) -> Rule:
        code, name = heading.split()
        return Rule(code, name, message, severity, self.phase, suggestion, refuses)
