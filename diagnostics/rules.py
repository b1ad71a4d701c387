"""Defines `Rule`, and registers all rules by code; the explanation of each is in `pages`.

The rules of the catalogue are constants. Those of users, and the codes of shellcheck, are registered
when they are loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.diagnostic import Applicability, Phase, Refusal, Severity

if TYPE_CHECKING:
    from muranopl.diagnostics.pages import Page


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
        from muranopl.diagnostics.pages import page  # checks need none

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


LOADED: dict[str, Rule] = {}
"""The rules outside the catalogue, by code. Loading a code again replaces its rule."""


def register(rules: Iterable[tuple[Rule, Page]]) -> None:
    """Make codes known to everything that lists, selects or explains codes."""
    from muranopl.diagnostics.pages import register_page

    for rule, its_page in rules:
        LOADED[rule.code] = rule
        register_page(rule.code, its_page)


def register_shellcheck(code: str) -> None:
    """Make a code of shellcheck known."""
    from muranopl.diagnostics.pages import Page
    from muranopl.diagnostics.shellcheck_codes import name_of

    explanation = (
        "shellcheck finds this in a script that an execution plan runs, if muranopl is installed with the extra "
        f"`shellcheck`. A comment in the script, `# shellcheck disable={code}`, or `--ignore {code}` suppresses it."
    )
    rule = Rule(code, name_of(code), "{message}", Severity.WARNING, Phase.READ)
    register([(rule, Page(f"{code} {rule.name}", explanation, "", ""))])
