"""Rules: each diagnostic code is declared once; its explanation is in `pages`."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Phase, Refusal, Severity
from muranopl.diagnostics.fixes import Applicability
from muranopl.diagnostics.pages import Page, page


class Rewriting(msgspec.Struct, frozen=True):
    """The fix of a rule: the text `right` in place of `wrong`, if that is all at the place.

    Both are templates, as those of messages.
    """

    wrong: str
    right: str
    applicability: Applicability = Applicability.SAFE


class Rule(msgspec.Struct, frozen=True):
    """One diagnostic code.

    `code` never changes; its first digit is the family: 1 to 5 are those of one phase each, 6 is
    method bodies, 7 is UI definitions and the models they make, 8 is comments that suppress
    diagnostics and, from 810 on, Heat templates and, from 830 on, execution plans and, from 840 on,
    fields of UI definitions, 9 is secrets, packages elsewhere (from 910 on), changes since an older
    version and, from 970 on, extension plugins, 0 is muranopl itself.

    `message` and `suggestion`, the remedy, are `str.format` templates over the facts that are
    reported with the rule; a report may replace the suggestion by a better one. `phase` is the
    first phase that reports the rule. `refuses` is what the engine does not load where the rule is
    broken; where that varies, the report states it. `rewriting` carries out the suggestion.
    """

    code: str
    name: str
    message: str
    severity: Severity
    phase: Phase
    suggestion: str | None = None
    refuses: Refusal | None = None
    rewriting: Rewriting | None = None

    @property
    def page(self) -> Page:
        """The explanation and the examples, read on first use."""
        return page(self.code)


class RulesOf(msgspec.Struct, frozen=True):
    """Declares the rules that `phase` is the first to report.

    The heading of a rule is its code and its name, separated by a blank.
    """

    phase: Phase

    def error(
        self,
        heading: str,
        message: str,
        suggestion: str | None = None,
        *,
        refuses: Refusal | None = None,
        rewriting: Rewriting | None = None,
    ) -> Rule:
        """Return a rule for what makes the engine refuse or fail, or certainly loses data."""
        return self._rule(
            Severity.ERROR, heading, message, suggestion, refuses=refuses, rewriting=rewriting
        )

    def warning(
        self,
        heading: str,
        message: str,
        suggestion: str | None = None,
        *,
        rewriting: Rewriting | None = None,
    ) -> Rule:
        """Return a rule for a likely mistake, or one that the packages at hand do not prove."""
        return self._rule(Severity.WARNING, heading, message, suggestion, rewriting=rewriting)

    def info(self, heading: str, message: str, suggestion: str | None = None) -> Rule:
        """Return a rule for what is worth knowing."""
        return self._rule(Severity.INFO, heading, message, suggestion)

    def _rule(
        self,
        severity: Severity,
        heading: str,
        message: str,
        suggestion: str | None,
        *,
        refuses: Refusal | None = None,
        rewriting: Rewriting | None = None,
    ) -> Rule:
        # One text, so that a search for either finds the declaration.
        code, name = heading.split()
        return Rule(code, name, message, severity, self.phase, suggestion, refuses, rewriting)
