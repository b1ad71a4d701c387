"""What follows from a misspelt key that was read as the one it is a slip for: the engine reads nothing below it.

A check reads such a key as it is meant, so that what stands below it is checked too. An error is one to the engine only
if it is there as well when the package is read as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec

from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.diagnostic import Diagnostic, DiagnosticKey, Severity, key_of
from muranopl.phases.results import PhaseResults

_MISSPELT = frozenset({shapes.UNKNOWN_KEY.code, shapes.MISSING_KEY.code})


def doubtful_packages(results: PhaseResults, wanted: Collection[str]) -> Iterator[str]:
    """Yield the names of the packages among the wanted ones that have errors, and keys that may be read as others."""
    misspelt = {each.package for each in results.diagnostics if each.code in _MISSPELT}
    failing = {each.package for each in results.diagnostics if each.severity is Severity.ERROR}
    yield from (name for name in wanted if name in misspelt and name in failing)


def with_doubts(
    results: PhaseResults, wanted: Collection[str], read_as_written: Callable[[str], PhaseResults | None]
) -> PhaseResults:
    """Return the results, in which errors that only follow from misspelt keys are told to be unproven.

    `read_as_written` returns the results of the same phases where the package of a name is read as it is written, None
    where the engine refuses it as a whole.
    """
    for name in list(doubtful_packages(results, wanted)):
        written = read_as_written(name)
        if written is not None:
            unproven = results.unproven | _missing_in(written, results, name)
            asked = (written.asked & {name}) | results.asked
            answers = tuple(dict.fromkeys((*results.answers, *written.answers)))
            results = msgspec.structs.replace(results, unproven=unproven, asked=asked, answers=answers)
    return results


def _missing_in(written: PhaseResults, results: PhaseResults, name: str) -> frozenset[DiagnosticKey]:
    """Return the errors of a package that are not there where it is read as it is written.

    Of a code in a file of which not all are kept, nobody knows which ones are there.
    """
    errors = [each for each in written.diagnostics if each.package == name and each.severity is Severity.ERROR]
    there = {key_of(each) for each in errors}
    uncounted = {(each.code, each.place.file.display) for each in errors if each.left_out}
    missing_keys = {(each.place.file.display, each.message) for each in errors if _is_missing_key(each)}
    return frozenset(
        key_of(each)
        for each in results.diagnostics
        if each.package == name
        and each.severity is Severity.ERROR
        and key_of(each) not in there
        and not each.is_internal
        and not each.left_out
        and (each.code, each.place.file.display) not in uncounted
        and not (_is_missing_key(each) and (each.place.file.display, each.message) in missing_keys)
    )


def _is_missing_key(diagnostic: Diagnostic) -> bool:
    """Whether it says that a key is missing, which stands at the slip for it, or where there is none."""
    return diagnostic.code == shapes.MISSING_KEY.code
