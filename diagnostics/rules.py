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


class _Texts(TypedDict):
    message: str
    explanation: str
    bad: str
    good: str


class RulesOf(NamedTuple):
    """Declares the rules that `phase` is the first to report, each headed by its code and name; see `Rule`."""

    phase: Phase

    def error(self, heading: str, **texts: Unpack[_Texts]) -> Rule:
        """Return a rule whose breach makes the engine refuse or fail, or surely loses something."""
        return self._rule(Severity.ERROR, heading, texts)

    def warning(self, heading: str, **texts: Unpack[_Texts]) -> Rule:
        """Return a rule whose breach is very likely a mistake, or cannot be told from here."""
        return self._rule(Severity.WARNING, heading, texts)

    def info(self, heading: str, **texts: Unpack[_Texts]) -> Rule:
        """Return a rule that tells what is worth knowing."""
        return self._rule(Severity.INFO, heading, texts)

    def _rule(self, severity: Severity, heading: str, texts: _Texts) -> Rule:
        code, name = heading.split()
        return Rule(code=code, name=name, severity=severity, phase=self.phase, **texts)
