"""Chooses which codes are reported in a file, and with which severities, from the settings.

Comments that suppress single diagnostics are in `suppressions/`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.arguments import is_empty_path
from muranopl.diagnostics.configuration.settings import PathSettings, Settings, below, matches
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.places import File
from muranopl.diagnostics.selection import Selection, prefix_of, selection

if TYPE_CHECKING:
    from muranopl.diagnostics.suppressions.baseline import Baseline


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

    def selects(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic is reported.

        Internal errors and paths without a package always are, as nothing is known of the packages then.
        """
        selection = self.rules(diagnostic.place.file).selection
        return selection.keeps(diagnostic.code) or is_empty_path(diagnostic)

    def with_severity(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic with its severity for its file."""
        severity = self.rules(diagnostic.place.file).severity(diagnostic)
        if severity is diagnostic.severity or diagnostic.is_internal:
            return diagnostic
        return msgspec.structs.replace(diagnostic, severity=severity)

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
