"""How diagnostics are reported: what all phases call, and reporters that change what passes through them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule


class Reporter:
    """Takes diagnostics, whatever becomes of them. `Findings` collects them; a subclass has to define `add` only."""

    __slots__ = ()

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic that was made already."""
        raise NotImplementedError

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        notes: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        suggestion: str | None = None,
        severity: Severity | None = None,
        in_model: InModel | None = None,
        **facts: object,
    ) -> None:
        """Report that `rule` is broken at `place`.

        `facts` fill the templates of the message and the suggestion; `severity` and `suggestion`, what to do, replace
        those of the rule. `related` are other places that explain it, `notes` further sentences, and `in_model` the
        value of an object model that it is about.
        """
        if suggestion is None and rule.suggestion is not None:
            suggestion = rule.suggestion.format(**facts)
        diagnostic = Diagnostic(
            code=rule.code,
            name=rule.name,
            severity=severity or rule.severity,
            phase=rule.phase,
            message=rule.message.format(**facts),
            place=place,
            notes=notes,
            related=related,
            suggestion=suggestion,
            in_model=in_model,
        )
        self.add(diagnostic)


class OnceReporter(Reporter):
    """Passes on the first of all diagnostics that have the same key: by default the same code at the same place."""

    __slots__ = ("_key", "_seen", "_to")

    def __init__(self, to: Reporter, key: Callable[[Diagnostic], Hashable] | None = None) -> None:
        self._to = to
        self._key = key or _code_and_place
        self._seen: set[Hashable] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        """Pass a diagnostic on, unless one with its key was."""
        key = self._key(diagnostic)
        if key not in self._seen:
            self._seen.add(key)
            self._to.add(diagnostic)


class CappedReporter(Reporter):
    """Passes diagnostics on with at most the severity `cap`: errors in code that may not be run are warnings."""

    __slots__ = ("_cap", "_to")

    def __init__(self, to: Reporter, cap: Severity = Severity.WARNING) -> None:
        self._to = to
        self._cap = cap

    def add(self, diagnostic: Diagnostic) -> None:
        """Pass a diagnostic on, its severity lowered if it is above the cap."""
        severity = max(diagnostic.severity, self._cap, key=list(Severity).index)
        if severity is not diagnostic.severity:
            diagnostic = msgspec.structs.replace(diagnostic, severity=severity)
        self._to.add(diagnostic)


def _code_and_place(diagnostic: Diagnostic) -> Hashable:
    return (diagnostic.code, *diagnostic.place.key())
