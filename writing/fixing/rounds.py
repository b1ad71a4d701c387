"""Rounds of checks and fixes, until no fix is left or none can be made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import FIX_ROUNDS
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.writing.fixing.changed_files import ChangedFile
from muranopl.writing.fixing.one_round import PackageFile, Round
from muranopl.writing.fixing.writable_files import WritableFiles

Check = Callable[[Sequence[Source]], Sequence[Diagnostic]]
"""Checks packages, and returns the diagnostics whose fixes are wanted."""


class FixResult(msgspec.Struct, frozen=True):
    """The fixes that were made: the diagnostics with them, and the changed files.

    `left` are diagnostics with a fix that was not made: the file is in a zip, behind a link, or no
    file of a package, or it could not be read afterwards.
    """

    made: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    files: tuple[ChangedFile, ...]

    @property
    def diff(self) -> str:
        """The differences of all files, in the unified format."""
        return "".join(file.diff for file in self.files)

    def write(self) -> None:
        """Write the files. Raise OSError for one that cannot be written; those before it are."""
        for file in self.files:
            file.write()


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
