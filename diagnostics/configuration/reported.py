"""Selection of the diagnostics that are reported, by code and file, with the severities of settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from muranopl.diagnostics.arguments import is_empty_path
from muranopl.diagnostics.configuration.settings import PathSettings, Settings, below, matches
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.places import File
from muranopl.diagnostics.selection import Selection, prefix_of, selection
from muranopl.diagnostics.suppressions.comments import PackageSuppression

if TYPE_CHECKING:
    from muranopl.diagnostics.suppressions.baseline import Baseline, Gone


OF_COMPARISONS = "MPL95"
"""The beginning of the codes that only a check against older versions looks for."""


class FileRules(msgspec.Struct, frozen=True):
    """The codes that are reported in a file, and severities by beginning of a code."""

    selection: Selection
    severities: Mapping[str, Severity]

    def selects_all(self, prefix: str) -> bool:
        """Return whether all codes with a beginning are reported."""
        longer = (item for item in self.selection.ignore if item.startswith(prefix))
        return self.selection.keeps(prefix) and not any(
            not self.selection.keeps(item) for item in longer
        )

    def severity(self, diagnostic: Diagnostic) -> Severity:
        """Return the severity of a diagnostic; the longest beginning of its code decides."""
        matching = [prefix for prefix in self.severities if diagnostic.code.startswith(prefix)]
        if not matching:
            return diagnostic.severity
        return self.severities[max(matching, key=len)]


class RulesByFile:
    """The rules of settings for all files. `suppressions` is whether comments count.

    `baseline` is the file with known diagnostics, None without one.
    """

    def __init__(self, settings: Settings) -> None:
        self.suppressions = settings.suppressions
        self.baseline = settings.baseline
        # Patterns of a file are absolute already, others are relative to the current folder
        self._by_path = [
            ([below(os.curdir, path) for path in item.paths], item) for item in settings.per_path
        ]
        severities = _severities(settings.severity_of)
        self._general = FileRules(selection(settings.select, settings.ignore), severities)
        self._known: dict[File, FileRules] = {}

    def rules(self, file: File) -> FileRules:
        """Return the rules for a file."""
        if not self._by_path:
            return self._general
        if file not in self._known:
            self._known[file] = self._of(file)
        return self._known[file]

    def may_report(self, beginning: str) -> bool:
        """Return whether codes with a beginning are reported for any file."""
        words = [*self._general.selection.select]
        for _, item in self._by_path:
            words += map(prefix_of, item.select)
        is_selected = any(word.startswith(beginning) for word in words)
        return is_selected or self._general.selection.keeps(beginning)

    def known_diagnostics(self) -> Baseline | None:
        """Return the content of the baseline, None without one. Raise UsageError."""
        if self.baseline is None:
            return None
        from muranopl.diagnostics.suppressions.baseline import (
            read_baseline,  # few have one
        )

        return read_baseline(self.baseline)

    def decides_below(
        self, paths: Iterable[str], *, is_whole: bool = True, compares: bool = False
    ) -> Callable[[File, str], bool]:
        """Return whether a check of some paths looks for a code in a file, and reports it.

        It does in no file if not all phases ran. `compares` is whether it is one against older
        versions.
        """
        tops = [os.path.abspath(path) for path in paths]

        def is_decided(file: File, code: str) -> bool:
            path = os.path.abspath(file.address)
            is_below = any(path == top or path.startswith(os.path.join(top, "")) for top in tops)
            is_sought = compares or not code.startswith(OF_COMPARISONS)
            is_kept = self.rules(file).selection.keeps(code)
            return is_whole and is_below and is_sought and is_kept

        return is_decided

    def _of(self, file: File) -> FileRules:
        path = os.path.abspath(file.address).replace(os.sep, "/")
        result = self._general
        for patterns, item in self._by_path:
            if any(matches(pattern, path) for pattern in patterns):
                result = _with_more(result, item)
        return result


def _with_more(known: FileRules, more: PathSettings) -> FileRules:
    added = selection(more.select, more.ignore)
    # Without words to select, a selection has every code, which those above have already
    select = (*known.selection.select, *(added.select if more.select else ()))
    return FileRules(
        Selection(select, (*known.selection.ignore, *added.ignore)),
        {**known.severities, **_severities(more.severity_of)},
    )


def _severities(by_word: Mapping[str, Severity]) -> dict[str, Severity]:
    return {prefix_of(word): severity for word, severity in by_word.items()}


class Reported(NamedTuple):
    """The diagnostics of a report, and the number of those that comments suppress."""

    diagnostics: tuple[Diagnostic, ...]
    suppressed: int = 0


def reported(
    diagnostics: Iterable[Diagnostic],
    rules: RulesByFile,
    suppressions: Sequence[PackageSuppression] = (),
    *,
    is_whole: bool = True,
    compares: bool = False,
) -> Reported:
    """Return the selected diagnostics, with the chosen severities, that no comment suppresses.

    Internal errors, and paths without a package, are reported whatever was chosen, as then nothing
    is known of the packages. With `is_whole` all phases have run, so that comments may be useless;
    `compares` is whether packages were compared with older versions, too.
    """
    selected = tuple(item for item in diagnostics if _is_reported(item, rules))
    number = 0
    if suppressions and rules.suppressions:
        # Few packages have such comments
        from muranopl.diagnostics.suppressions.suppressing import suppress

        is_whole = is_whole and not any(item.is_internal for item in selected)

        def is_decided(file: File, prefix: str) -> bool:
            is_sought = compares or not prefix.startswith(OF_COMPARISONS)
            return is_whole and is_sought and rules.rules(file).selects_all(prefix)

        left, number = suppress(selected, suppressions, is_decided)
        kept = (item for item in left if _is_reported(item, rules))
        selected = tuple(sorted(kept, key=Diagnostic.sort_key))
    return Reported(
        tuple(_with_severity(item, rules.rules(item.place.file)) for item in selected), number
    )


def _is_reported(diagnostic: Diagnostic, rules: RulesByFile) -> bool:
    selected = rules.rules(diagnostic.place.file).selection
    return selected.keeps(diagnostic.code) or diagnostic.is_internal or is_empty_path(diagnostic)


def _with_severity(diagnostic: Diagnostic, rules: FileRules) -> Diagnostic:
    severity = rules.severity(diagnostic)
    if severity is diagnostic.severity or diagnostic.is_internal:
        return diagnostic
    return msgspec.structs.replace(diagnostic, severity=severity)


class WithoutKnown(NamedTuple):
    """The diagnostics that no baseline has, the number of the others, and what is gone of it."""

    diagnostics: tuple[Diagnostic, ...]
    known: int = 0
    gone: tuple[Gone, ...] = ()


def without_known(
    diagnostics: tuple[Diagnostic, ...],
    rules: RulesByFile,
    baseline: Baseline | None,
    paths: Iterable[str],
    *,
    is_whole: bool,
    compares: bool = False,
) -> WithoutKnown:
    """Return the diagnostics of a check of some paths that the baseline of the rules does not have.

    With `is_whole` all phases have run, so that diagnostics may be gone; `compares` is as in
    `reported`.
    """
    if baseline is None or rules.baseline is None:
        return WithoutKnown(diagnostics)
    from muranopl.diagnostics.suppressions.baseline import compare

    is_whole = is_whole and not any(item.is_internal for item in diagnostics)
    is_decided = rules.decides_below(paths, is_whole=is_whole, compares=compares)
    result = compare(rules.baseline, baseline, diagnostics, is_decided)
    return WithoutKnown(result.left, result.known, result.gone)
