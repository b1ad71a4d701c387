"""Rounds of checks and fixes, until no fix is left or none can be made.

One round makes as many fixes as do not touch one another, in contents in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.bounds import FIX_ROUNDS
from muranopl.diagnostics.diagnostic import Diagnostic, Fix, TextEdit, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.writing.fixing.changed_files import (
    ChangedFile,
    ChangedFiles,
    PackageFile,
    WritableFiles,
)
from muranopl.writing.fixing.encoded_text import EncodedText, Substitution

Check = Callable[[Sequence[Source]], Sequence[Diagnostic]]
"""Checks packages, and returns the diagnostics whose fixes are wanted."""
_DIALECTS = {"Classes/": Dialect.MURANO, "UI/": Dialect.UI}
_ENDINGS = (".yaml", ".yml", ".json", ".ui")
Reason = TypeVar("Reason")


class FixResult(ChangedFiles, msgspec.Struct, frozen=True):
    """The fixes that were made: the diagnostics with them, and the changed files.

    `left` are diagnostics with a fix that was not made: the file is in a zip, behind a link, or no
    file of a package, or it could not be read afterwards.
    """

    made: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    files: tuple[ChangedFile, ...]


def fix_all(
    sources: Sequence[Source],
    check: Check,
    *,
    unsafe: bool,
    begun: Mapping[PackageFile, bytes] | None = None,
) -> FixResult:
    """Return the fixes of packages, made in memory; `unsafe` ones only if that is set.

    `begun` are contents of files with which the first round begins.
    """
    files = WritableFiles(sources)
    contents = dict(begun or {})
    fixed: list[Diagnostic] = []
    earlier = [contents]
    diagnostics = check(files.with_contents(contents))
    for _ in range(FIX_ROUNDS.most):
        fixes = [
            (item, fix) for item in diagnostics if (fix := item.fix(unsafe=unsafe)) is not None
        ]
        chosen, changed = Round(files.find, files.reader(contents)).run(fixes)
        contents = {**contents, **changed}
        # Fixes that undo one another would go on for ever
        if not chosen or contents in earlier:
            break
        earlier.append(contents)
        fixed += chosen
        diagnostics = check(files.with_contents(contents))
    left = (item for item in diagnostics if _has_fix(item, unsafe=unsafe))
    return FixResult(tuple(fixed), tuple(left), tuple(files.changed(earlier[-1])))


def _has_fix(diagnostic: Diagnostic, *, unsafe: bool) -> bool:
    return any(unsafe or fix.is_safe for fix in diagnostic.fixes)


class Chosen(NamedTuple, Generic[Reason]):
    """A fix, the reason for it, such as a diagnostic, and its substitutions by file."""

    reason: Reason
    substitutions: dict[PackageFile, list[Substitution]]


class Round:
    """Chooses fixes, and applies them.

    `find` returns the file that an edit changes, or None if that is not to be written; `read`
    returns the content of one.
    """

    def __init__(
        self, find: Callable[[File], PackageFile | None], read: Callable[[PackageFile], bytes]
    ) -> None:
        self._find, self._read = find, read
        self._texts: dict[PackageFile, EncodedText | None] = {}
        self._problems: dict[tuple[PackageFile, str], int] = {}

    def run(
        self, fixes: Iterable[tuple[Reason, Fix]]
    ) -> tuple[list[Reason], dict[PackageFile, bytes]]:
        """Return the reasons of the fixes that were made, and the new contents of files."""
        candidates = [self._chosen(reason, fix.edits) for reason, fix in fixes]
        possible = [item for item in candidates if item is not None]
        chosen = _apart(possible)
        if not all(map(self._is_sound, self._changed(chosen).items())):
            # Some fix breaks its file: all are tried one by one, and that one is left out
            tried, chosen = possible, []
            for item in tried:
                more = _apart([*chosen, item])
                changed = self._changed(more)
                if all(self._is_sound((file, changed[file])) for file in changed):
                    chosen = more
        changed = self._changed(chosen)
        contents = {file: text.data() for file, text in changed.items()}
        return [item.reason for item in chosen], contents

    def _chosen(self, reason: Reason, edits: Sequence[TextEdit]) -> Chosen[Reason] | None:
        by_file: dict[PackageFile, list[TextEdit]] = {}
        for edit in edits:
            file = self._find(edit.place.file)
            if file is None:
                return None
            by_file.setdefault(file, []).append(edit)
        substitutions = {}
        for file, those in by_file.items():
            text = self._text(file)
            at = None if text is None else text.substitutions(those)
            if at is None:
                return None
            substitutions[file] = at
        return Chosen(reason, substitutions)

    def _text(self, file: PackageFile) -> EncodedText | None:
        if file not in self._texts:
            self._texts[file] = EncodedText.of(self._read(file))
        return self._texts[file]

    def _changed(self, chosen: Iterable[Chosen[Reason]]) -> dict[PackageFile, EncodedText]:
        by_file: dict[PackageFile, list[Substitution]] = {}
        for item in chosen:
            for file, substitutions in item.substitutions.items():
                by_file.setdefault(file, []).extend(substitutions)
        texts = ((file, self._text(file), those) for file, those in by_file.items())
        return {file: text.replaced(those) for file, text, those in texts if text is not None}

    def _is_sound(self, changed: tuple[PackageFile, EncodedText]) -> bool:
        """Return whether a changed file can be read as well as before."""
        file, text = changed
        before = self._text(file)
        return before is not None and self._count(file, text) <= self._count(file, before)

    def _count(self, file: PackageFile, text: EncodedText) -> int:
        """Return the number of errors of the YAML of a file, and of its expressions."""
        if not file.path.endswith(_ENDINGS):
            return 0
        key = file, text.text
        if key not in self._problems:
            findings = Findings(max_per_code=None)
            dialect = next(
                (item for top, item in _DIALECTS.items() if file.path.startswith(top)), None
            )
            load(text.data(), File("", file.path), findings, dialect=dialect)
            self._problems[key] = len(errors_of(findings.diagnostics))
        return self._problems[key]


def _apart(fixes: Iterable[Chosen[Reason]]) -> list[Chosen[Reason]]:
    """Return the fixes that touch no earlier one; those are for a later round."""
    result: list[Chosen[Reason]] = []
    taken: dict[PackageFile, list[Substitution]] = {}
    for item in fixes:
        if any(
            one.overlaps(other)
            for file, substitutions in item.substitutions.items()
            for one in substitutions
            for other in taken.get(file, ())
        ):
            continue
        result.append(item)
        for file, substitutions in item.substitutions.items():
            taken.setdefault(file, []).extend(substitutions)
    return result
