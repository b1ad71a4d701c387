"""The diagnostics of a check that are shown: selected by settings, without suppressed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from muranopl.diagnostics.configuration.reported import RulesByFile, reported, without_known
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.merging import merged
from muranopl.phases.check import CheckResult


def shown(
    result: CheckResult, more: Iterable[Diagnostic], rules: RulesByFile, paths: Sequence[str]
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a check that the settings of its paths select.

    There are `more` about paths without a package, and by rules of one's own.
    """
    everything = sorted((*result.diagnostics, *more), key=Diagnostic.sort_key)
    chosen = reported(merged(everything), rules, result.suppressions)
    baseline = rules.known_diagnostics()
    return without_known(chosen.diagnostics, rules, baseline, paths, is_whole=True).diagnostics
