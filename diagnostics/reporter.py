"""The interface through which all phases report diagnostics; reports repetitions of one defect once.

`findings` has the implementations that collect diagnostics.

A name that nothing declares, for example, is one defect, however often it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from muranopl.diagnostics.bounds import RELATED_PLACES
from muranopl.diagnostics.diagnostic import (
    Correction,
    Diagnostic,
    Fix,
    InModel,
    Refusal,
    Related,
    Severity,
)
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.rules import Rewriting, Rule

HERE_TOO = "here too"
"""The beginning of the message of a related place with the same mistake."""


class HasPlace(Protocol):
    """Something written in a file, such as a node."""

    @property
    def place(self) -> Place:
        """Where it is written."""


class LeftOut(msgspec.Struct, gc=False):
    """The number of left out diagnostics of a code, with first place and worst severity."""

    code: str
    place: Place
    severity: Severity
    refuses: Refusal | None
    number: int


class Reporter:
    """Base class of everything that receives diagnostics.

    Subclasses define `add`, `keeps` and `count_left_out`.
    """

    __slots__ = ()

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic."""
        raise NotImplementedError

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept; the others are only counted."""
        raise NotImplementedError

    def count_left_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept; return whether that is so."""
        raise NotImplementedError

    def report(
        self,
        rule: Rule,
        at: Place | HasPlace,
        *,
        notes: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        suggestion: str | Callable[[], str | None] | None = None,
        severity: Severity | None = None,
        refuses: Refusal | Quirk | None = None,
        in_model: InModel | Callable[[], InModel] | None = None,
        left_out: int = 0,
        fixes: tuple[Fix, ...] | Callable[[], tuple[Fix, ...]] = (),
        **facts: object,
    ) -> None:
        """Report that `rule` is broken at a place, or where something is written.

        `facts` fill the templates of the message and the suggestion. `severity`, `refuses` (only
        for errors) and `suggestion`, the remedy, replace those of the rule. A callable suggestion,
        fact or `in_model` is called only if the diagnostic is kept, so that expensive texts are not
        made for diagnostics that are only counted.

        Where `refuses` is a quirk, a document rejects the class for it, and the engine accepts it.

        `related` are other places that explain the diagnostic, `notes` further sentences,
        `in_model` the value of an object model that it is about, and `left_out` the number of
        diagnostics it stands for. `fixes` mend it; a suggestion that is a `Correction` becomes one.
        """
        place = at if isinstance(at, Place) else at.place
        if place.file.silent:
            return
        severity = severity or rule.severity
        quirk = None
        if isinstance(refuses, Quirk):
            quirk, refuses = refuses.name, Refusal.CLASS
        refused = None
        if severity is Severity.ERROR:
            refused = refuses or rule.refuses
            if quirk is not None:
                notes = (*notes, f"the engine accepts it (--quirk {quirk})")
        if self.count_left_out(LeftOut(rule.code, place, severity, refused, left_out or 1)):
            return
        if callable(suggestion):
            suggestion = suggestion()
        facts = settled(facts)
        if suggestion is None and rule.suggestion is not None:
            suggestion = rule.suggestion.format(**facts)
            if rule.rewriting is not None:
                suggestion = _written_by(rule.rewriting, suggestion, facts)
        result = fixes() if callable(fixes) else fixes
        if isinstance(suggestion, Correction):
            result = (*result, *_correcting(suggestion, place, related, facts))
            suggestion = str(suggestion)
        diagnostic = Diagnostic(
            code=rule.code,
            name=rule.name,
            severity=severity,
            phase=rule.phase,
            message=rule.message.format(**facts),
            place=place,
            notes=notes,
            related=related,
            suggestion=suggestion,
            in_model=in_model() if callable(in_model) else in_model,
            left_out=left_out,
            refuses=refused,
            quirk=quirk,
            fixes=result,
        )
        self.add(diagnostic)


def settled(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts with the texts that are made on demand."""
    return {name: fact() if callable(fact) else fact for name, fact in facts.items()}


def _written_by(rewriting: Rewriting, suggestion: str, facts: Mapping[str, object]) -> Correction:
    """Return the suggestion of a rule that says what to write."""
    return Correction.of(
        suggestion,
        rewriting.right.format(**facts),
        instead_of=rewriting.wrong.format(**facts),
        is_whole=True,
        applicability=rewriting.applicability,
    )


def _correcting(
    correction: Correction, place: Place, related: tuple[Related, ...], facts: Mapping[str, object]
) -> tuple[Fix, ...]:
    """Return the fix that makes a correction wherever the mistake was repeated."""
    from muranopl.diagnostics.correcting import fix_of

    further = (item.place for item in related if item.message.startswith(HERE_TOO))
    fix = fix_of(correction, (place, *further), facts)
    return () if fix is None else (fix,)


_WORST_FIRST = list(Severity)


class _Report(msgspec.Struct, frozen=True):
    """A report at one place, as `Reporter.report` received it."""

    rule: Rule
    place: Place
    severity: Severity
    facts: dict[str, Any]


class DefectReports:
    """Collects reports by their subject; `flush` reports each subject once."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Place, _Report]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def report(
        self,
        about: Hashable,
        rule: Rule,
        place: Place,
        *,
        severity: Severity | None = None,
        **facts: Any,
    ) -> None:
        """Report as `Reporter` does; reports of one rule with an equal `about` are one defect."""
        places = self._found.setdefault((rule.code, about), {})
        # A place is named once, however many ways lead to it.
        places.setdefault(place, _Report(rule, place, severity or rule.severity, facts))

    def take(self, other: DefectReports) -> None:
        """Add the reports that another collection has."""
        for about, places in other._found.items():
            self._found.setdefault(about, {}).update(places)

    def settled(self) -> DefectReports:
        """Return the same reports, with the texts that are made on demand."""
        result = DefectReports()
        for about, places in self._found.items():
            result._found[about] = {
                place: msgspec.structs.replace(report, facts=settled(report.facts))
                for place, report in places.items()
            }
        return result

    def files(self) -> frozenset[File]:
        """Return the files that the reports point into."""
        reports = [item for places in self._found.values() for item in places.values()]
        related = (place for item in reports for place in item.facts.get("related", ()))
        fixes = (fix for item in reports for fix in item.facts.get("fixes", ()))
        return frozenset(
            (
                *(item.place.file for item in reports),
                *(item.place.file for item in related),
                *(edit.place.file for fix in fixes for edit in fix.edits),
            )
        )

    def flush(self, reporter: Reporter) -> None:
        """Report each defect once, at the place where it is worst or prevents loading a class."""
        for places in self._found.values():
            reports = sorted(places.values(), key=_order)
            # `min` returns the first of equals, and they are sorted by place.
            first = min(reports, key=_worst_first)
            further = here_too(report.place for report in reports if report is not first)
            facts = {**first.facts, "related": (*first.facts.get("related", ()), *further)}
            reporter.report(first.rule, first, severity=first.severity, **facts)
        self._found.clear()


def _worst_first(report: _Report) -> tuple[int, bool]:
    return _WORST_FIRST.index(report.severity), report.facts.get("refuses") is None


def _order(report: _Report) -> tuple[str, int, int]:
    return report.place.file.path, report.place.line, report.place.column


def here_too(places: Iterable[Place]) -> tuple[Related, ...]:
    """Return further places of a defect as related places.

    Beyond the bound, the last one counts the rest.
    """
    result = list(places)
    shown = [Related(HERE_TOO, place) for place in result[: RELATED_PLACES.most]]
    if len(result) > len(shown):
        shown[-1] = Related(
            f"{HERE_TOO}, and at {len(result) - len(shown)} more places", shown[-1].place
        )
    return tuple(shown)
