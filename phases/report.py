"""From the diagnostics of a check to those of its report: `STEPS`, in order.

`muranopl check`, the editor, the service and fixing report through these steps. Two bounds come before
them, as results are recorded with them: that of a code in a file (`Findings`), and that of places of one
defect (`DefectReports`). After them the command line may show a part, and the service divides by package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Self

import msgspec

from muranopl.diagnostics.catalogue.namespace import REQUIRED_BROKEN, REQUIRED_NOT_GIVEN
from muranopl.diagnostics.catalogue.sources import (
    NO_FITTING_VERSION,
    NOT_A_PACKAGE,
    NOT_ALLOWED,
    NOT_FOUND,
    OFFLINE,
    REFUSED,
    TOO_LARGE,
    UNREACHABLE,
)
from muranopl.diagnostics.catalogue.yaml import EMPTY_KEY, KEY_TOO_NEW
from muranopl.diagnostics.configuration.rules_by_file import OF_COMPARISONS, RulesByFile
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, Related, Severity, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.phases.check import CheckResult
from muranopl.phases.clashes import report_clashes
from muranopl.phases.job import Job

if TYPE_CHECKING:
    from muranopl.diagnostics.suppressions.baseline import Baseline, Gone

NOT_FETCHED = frozenset(
    rule.code
    for rule in (
        *(UNREACHABLE, NOT_FOUND, NOT_ALLOWED, OFFLINE, REFUSED),
        *(TOO_LARGE, NOT_A_PACKAGE, NO_FITTING_VERSION),
    )
)
"""Reasons why a required package cannot be fetched, and is missing."""


class DraftReport(msgspec.Struct, eq=False):
    """The report on a check of a job up to `stop_after`, which the steps fill in.

    `unopened` are about paths without a package, `further` by rules of one's own, by a comparison (if
    the check `compares` with older versions) and about scripts, `about_models` about models. `plugins`
    are those of the check. What the `baseline` of the rules has is left out; what it has below `paths`
    may be gone. Fixing has no baseline, as it fixes known diagnostics, too.

    Steps set `diagnostics`, the numbers `suppressed` by comments and `known` from the baseline, and
    what is `gone` from it.
    """

    job: Job
    checked: CheckResult
    rules: RulesByFile
    stop_after: Phase = Phase.RENDER
    unopened: Sequence[Diagnostic] = ()
    plugins: Sequence[str] = ()
    further: Sequence[Diagnostic] = ()
    compares: bool = False
    about_models: Sequence[Diagnostic] = ()
    baseline: Baseline | None = None
    paths: Sequence[str] = ()
    diagnostics: list[Diagnostic] = []
    suppressed: int = 0
    known: int = 0
    gone: tuple[Gone, ...] = ()

    def filled(self) -> Self:
        """Return the report after all steps. Raise UsageError for unreadable plugins."""
        for step in STEPS:
            step(self)
        return self

    @property
    def is_whole(self) -> bool:
        """Whether all phases ran on all packages."""
        internal = (item.is_internal for item in self.diagnostics)
        return self.stop_after is Phase.RENDER and not any(internal)


def _add_targets(report: DraftReport) -> None:
    packages = report.checked.packages
    for entry in report.checked.index.targets:
        report.diagnostics += packages[entry].diagnostics
    report.diagnostics += report.unopened


def _add_required(report: DraftReport) -> None:
    """Add internal errors of required packages, and a warning for each requirement with errors."""
    index, packages = report.checked.index, report.checked.packages
    targets = frozenset(index.targets)
    required = [entry for entry in index if entry not in targets]
    hidden = [item for entry in required for item in packages[entry].diagnostics]
    errors: Counter[str | None] = Counter()
    for error in errors_of(hidden):
        # One diagnostic stands for all that were left out
        errors[error.package] += not error.is_internal and (error.left_out or 1)
    for entry in index.targets if errors else ():
        findings = Findings(entry.name, report.job.max_per_code)
        for name, place in packages[entry].requires:
            if number := errors[name]:
                text = "an error" if number == 1 else f"{number} errors"
                findings.report(REQUIRED_BROKEN, place, name=name, errors=text)
        report.diagnostics += findings.diagnostics
    report.diagnostics += (item for item in hidden if item.is_internal)


def _add_clashes(report: DraftReport) -> None:
    """Add classes that several packages list, unless only files were read."""
    if report.stop_after is not Phase.READ:
        report.diagnostics += report_clashes(report.checked.index, report.job.max_per_code)


def _refer_to_plugins(report: DraftReport) -> None:
    """Put places in Python for those in plugins, and name the plugins of unknown formats."""
    if report.plugins:
        # Few have plugins
        from muranopl.read.extensions.formats import with_plugins
        from muranopl.read.extensions.opening import in_python

        diagnostics = in_python(report.diagnostics, report.job.libraries)
        report.diagnostics = list(with_plugins(diagnostics, report.plugins))


def _merge_causes(report: DraftReport) -> None:
    report.diagnostics = list(in_order(report.diagnostics))


def _add_further(report: DraftReport) -> None:
    """Add what has causes of its own, after the others are merged."""
    report.diagnostics += report.further
    report.diagnostics.sort(key=Diagnostic.sort_key)


def _select(report: DraftReport) -> None:
    report.diagnostics = list(filter(report.rules.selects, report.diagnostics))


def _suppress(report: DraftReport) -> None:
    """Leave out what comments suppress, and add what is wrong with comments."""
    checked, rules = report.checked, report.rules
    comments = [
        (entry.name, item)
        for entry in checked.index.targets
        for item in checked.packages[entry].suppressions
    ]
    if not comments or not rules.suppressions:
        return
    # Few packages have such comments
    from muranopl.diagnostics.suppressions.suppressing import suppress

    is_whole = report.is_whole

    def is_decided(file: File, prefix: str) -> bool:
        is_sought = report.compares or not prefix.startswith(OF_COMPARISONS)
        return is_whole and is_sought and rules.rules(file).selects_all(prefix)

    report.diagnostics, report.suppressed = suppress(report.diagnostics, comments, is_decided)
    report.diagnostics.sort(key=Diagnostic.sort_key)


def _add_models(report: DraftReport) -> None:
    """Add what comments in packages do not suppress."""
    report.diagnostics += report.about_models


def _set_severities(report: DraftReport) -> None:
    report.diagnostics = list(map(report.rules.with_severity, report.diagnostics))


def _compare_with_baseline(report: DraftReport) -> None:
    rules = report.rules
    if report.baseline is None or rules.baseline is None:
        return
    from muranopl.diagnostics.suppressions.baseline import compare

    is_decided = rules.decides_below(
        report.paths, is_whole=report.is_whole, compares=report.compares
    )
    result = compare(rules.baseline, report.baseline, report.diagnostics, is_decided)
    report.diagnostics, report.known, report.gone = result.left, result.known, result.gone


_CAUSES: dict[str, Callable[[Diagnostic], Hashable]] = {
    **dict.fromkeys((REQUIRED_NOT_GIVEN.code, *NOT_FETCHED), lambda item: item.message),
    KEY_TOO_NEW.code: lambda item: (item.package, item.place.file.root, item.suggestion),
}
"""The function that names the cause of a diagnostic, by its code."""


def is_merged(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic may stand for others, at its related places."""
    return diagnostic.code in _CAUSES


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics by file, position and code, one for each cause.

    The other places of a cause are related places. A key that is empty is reported at the sign that
    makes it so.
    """
    ordered = sorted(diagnostics, key=Diagnostic.sort_key)
    groups: dict[Hashable, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(_empty_keys(_without_explained(ordered))):
        key: Hashable = number
        # One that stands for others in its file does not name all their causes.
        if is_merged(diagnostic) and not diagnostic.left_out:
            cause = _CAUSES[diagnostic.code](diagnostic)
            # The merged diagnostic has the severity of the first one, so others are kept apart
            key = diagnostic.code, diagnostic.severity, cause
        groups.setdefault(key, []).append(diagnostic)
    return tuple(_one(*group) for group in groups.values())


def _without_explained(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics without missing packages where another one says why they are missing."""
    explained = {item.place.key() for item in diagnostics if item.code in NOT_FETCHED}
    return [
        item
        for item in diagnostics
        if item.code != REQUIRED_NOT_GIVEN.code or item.place.key() not in explained
    ]


def _empty_keys(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics without those of keys that are empty, as their sign is reported.

    The report of the sign has the severity of the worst of them.
    """
    signs = {
        (item.place.file, item.end_line, item.end_column): number
        for number, item in enumerate(diagnostics)
        if item.code == EMPTY_KEY.code and not item.left_out
    }
    if not signs:
        return diagnostics
    result = dict(enumerate(diagnostics))
    for number, item in enumerate(diagnostics):
        at = signs.get((item.place.file, item.line, item.column), -1)
        sign = result.get(at)
        is_empty = (item.line, item.column) == (item.end_line, item.end_column)
        if sign is None or not is_empty or item.left_out:
            continue
        del result[number]
        if item.severity is Severity.ERROR and sign.severity is not Severity.ERROR:
            result[at] = msgspec.structs.replace(sign, severity=item.severity, refuses=item.refuses)
    return list(result.values())


def _one(first: Diagnostic, *others: Diagnostic) -> Diagnostic:
    if not others:
        return first
    further = (_related(first, other) for other in others)
    return msgspec.structs.replace(first, related=(*first.related, *further))


def _related(first: Diagnostic, other: Diagnostic) -> Related:
    if other.message != first.message:
        return Related(other.message, other.place)
    return Related(f"and here, in {other.package}", other.place)


def new_diagnostics(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic], key: Callable[[Diagnostic], Hashable]
) -> list[Diagnostic]:
    """Return the diagnostics of a later report that an earlier one does not have, by a key."""
    numbers = Counter(map(key, before))
    result = []
    for item in after:
        numbers[key(item)] -= 1
        if numbers[key(item)] < 0:
            result.append(item)
    return result


STEPS: tuple[Callable[[DraftReport], None], ...] = (
    _add_targets,
    _add_required,
    _add_clashes,
    _refer_to_plugins,
    _merge_causes,
    _add_further,
    _select,
    _suppress,
    _add_models,
    _select,  # what was added since
    _set_severities,
    _compare_with_baseline,
)
