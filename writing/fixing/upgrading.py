"""Upgrades of packages: older forms are rewritten, then forms that are wrong in the newer format."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import FIX_ROUNDS
from muranopl.diagnostics.catalogue.bodies import BAD_TARGET
from muranopl.diagnostics.catalogue.calls import OTHER_VERSION
from muranopl.diagnostics.catalogue.classes import (
    ACTION_DEPRECATED,
    ARGUMENTS_NOT_A_LIST,
    BAD_ARGUMENT,
)
from muranopl.diagnostics.diagnostic import Diagnostic, Fix, errors_of
from muranopl.language.grammar.formats import Format
from muranopl.phases.report import new_diagnostics
from muranopl.writing.fixing.changed_files import (
    ChangedFile,
    ChangedFiles,
    PackageFile,
    WritableFiles,
)
from muranopl.writing.fixing.older_forms import older_forms
from muranopl.writing.fixing.rounds import Check, Round, fix_all

_CODES = frozenset(
    rule.code
    for rule in (OTHER_VERSION, ACTION_DEPRECATED, ARGUMENTS_NOT_A_LIST, BAD_ARGUMENT, BAD_TARGET)
)
"""Codes of older forms, with fixes, which are reported once a package has a newer format."""


class UpgradeResult(ChangedFiles, msgspec.Struct, frozen=True):
    """An upgrade: a sentence for each change, and the changed files.

    `left` are changes that were not made, as the file is in a zip, or behind a link. `problems`
    are errors of the upgraded packages that they did not have before.
    """

    changes: tuple[str, ...]
    left: tuple[str, ...]
    files: tuple[ChangedFile, ...]
    problems: tuple[Diagnostic, ...]


def upgrade_all(sources: Sequence[Source], check: Check, target: Format) -> UpgradeResult:
    """Return the upgrade of packages to a format, made in memory."""
    files = WritableFiles(sources)
    contents: dict[PackageFile, bytes] = {}
    changes: list[str] = []
    waiting: list[Fix] = []
    for _ in range(FIX_ROUNDS.most):
        now = files.with_contents(contents)
        waiting = [fix for source in now for fix in older_forms(source, target)]
        fixes = [(fix.title, fix) for fix in waiting]
        titles, changed = Round(files.find, files.reader(contents)).run(fixes)
        if not titles:
            break
        changes += titles
        contents |= changed
    before = check(sources)
    after = before

    def wanted(targets: Sequence[Source]) -> Sequence[Diagnostic]:
        nonlocal after
        after = check(targets)
        return [item for item in after if item.code in _CODES]

    result = fix_all(sources, wanted, unsafe=False, begun=contents)
    changes += [fix.title for item in result.made for fix in item.fixes[:1]]
    # Places differ
    problems = new_diagnostics(
        errors_of(before), errors_of(after), lambda item: (item.code, item.place.file.display)
    )
    return UpgradeResult(
        tuple(changes),
        tuple(fix.title for fix in waiting),
        result.files,
        tuple(problems),
    )
