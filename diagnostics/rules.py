"""Rules: each diagnostic code is declared once, and everything said about it comes from that declaration."""

from __future__ import annotations

from typing import NamedTuple, TypedDict, Unpack

import msgspec

from muranopl.diagnostics.diagnostic import Phase, Severity


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One diagnostic code.

    `code` is stable for ever; its first digit is the family: 1 to 5 are those of one phase each, 6 is method bodies.
    `phase` is the first phase that reports it.
    `message` is a `str.format` template over the facts that are reported with it.
    `explanation` is what `muranopl explain` prints: what it means and why it matters.
    `bad` and `good` are examples in the notation of `muranopl.diagnostics.examples`; the first triggers this code, the
    second does not, and the tests run both.
    """

    code: str
    name: str
    severity: Severity
    phase: Phase
    message: str
    explanation: str
    bad: str
    good: str


class _Declaration(TypedDict):
    code: str
    name: str
    message: str
    explanation: str
    bad: str
    good: str


class RulesOf(NamedTuple):
    """Declares the rules that `phase` is the first to report; see `Rule` for what each has to say."""

    phase: Phase

    def error(self, **declaration: Unpack[_Declaration]) -> Rule:
        """Return a rule whose breach makes the engine refuse or fail, or surely loses something."""
        return Rule(severity=Severity.ERROR, phase=self.phase, **declaration)

    def warning(self, **declaration: Unpack[_Declaration]) -> Rule:
        """Return a rule whose breach is very likely a mistake, or cannot be told from here."""
        return Rule(severity=Severity.WARNING, phase=self.phase, **declaration)

    def info(self, **declaration: Unpack[_Declaration]) -> Rule:
        """Return a rule that tells what is worth knowing."""
        return Rule(severity=Severity.INFO, phase=self.phase, **declaration)
