"""How diagnostics are reported: what all phases call."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule


class Reporter:
    """Takes diagnostics, whatever becomes of them. `Findings` collects them; a subclass defines `add` and `keeps`."""

    __slots__ = ()

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic that was made already."""
        raise NotImplementedError

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept; one that is only counted needs no message."""
        raise NotImplementedError

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        notes: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        suggestion: str | Callable[[], str | None] | None = None,
        severity: Severity | None = None,
        in_model: InModel | None = None,
        left_out: int = 0,
        **facts: object,
    ) -> None:
        """Report that `rule` is broken at `place`.

        `facts` fill the templates of the message and the suggestion; `severity` and `suggestion`, what to do, replace
        those of the rule (a function is called only where the suggestion is wanted). `related` are other places that
        explain it, `notes` further sentences, `in_model` the value of an object model that it is about, and `left_out`
        how many it stands for.
        """
        is_kept = self.keeps(rule.code, place)
        if callable(suggestion):
            suggestion = suggestion() if is_kept else None
        if suggestion is None and rule.suggestion is not None and is_kept:
            suggestion = rule.suggestion.format(**facts)
        diagnostic = Diagnostic(
            code=rule.code,
            name=rule.name,
            severity=severity or rule.severity,
            phase=rule.phase,
            message=rule.message.format(**facts) if is_kept else "",
            place=place,
            notes=notes,
            related=related,
            suggestion=suggestion,
            in_model=in_model,
            left_out=left_out,
        )
        self.add(diagnostic)
