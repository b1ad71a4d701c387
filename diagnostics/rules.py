"""Rules: each diagnostic code is declared once, and everything said about it comes from that declaration."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Phase, Related, Severity
from muranopl.diagnostics.places import Place


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One diagnostic code.

    `code` is stable for ever; its first digit is the phase (6 is method bodies, a part of render).
    `message` is a `str.format` template over the facts a caller passes to `at`.
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

    def at(
        self,
        place: Place,
        *,
        package: str | None = None,
        notes: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        suggestion: str | None = None,
        severity: Severity | None = None,
        in_model: InModel | None = None,
        **facts: object,
    ) -> Diagnostic:
        """Return the diagnostic of this rule at `place`; `facts` fill the message template."""
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            phase=self.phase,
            message=self.message.format(**facts),
            place=place,
            package=package,
            notes=notes,
            related=related,
            suggestion=suggestion,
            in_model=in_model,
        )
