"""Marks errors that only follow from corrected keys: the engine reads nothing below misspelt ones.

A check corrects such a key, so that its value is checked too. An error holds for the engine only if
it is also found when the package is read as it is written. Errors that are found only then make the
misspelt keys themselves errors.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Diagnostic, DiagnosticKey, errors_of, key_of
from muranopl.phases.results import PhaseResults

_FAILS = "the engine does not read it, so it fails: {}"
_REFUSES = "the engine does not read it, so it refuses the package"
_MISSPELT = frozenset({yaml.UNKNOWN_KEY.code, yaml.MISSING_KEY.code})


def _doubtful_packages(results: PhaseResults) -> list[str]:
    """Return the names of the wanted packages with misspelt keys that have errors, or may cause some."""
    misspelt = {
        diagnostic.package for diagnostic in results.diagnostics if diagnostic.code in _MISSPELT
    }
    failing = {error.package for error in errors_of(results.diagnostics)}
    failing |= {key.package for key in results.diagnostics if _is_corrected(key)}
    return [name for name in results.read.wanted if name in misspelt and name in failing]


def _is_corrected(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic reports a key that a check may have read as another one."""
    return diagnostic.code == yaml.UNKNOWN_KEY.code and bool(diagnostic.fixes)


def with_doubts(
    results: PhaseResults, read_as_written: Callable[[str], PhaseResults | None]
) -> PhaseResults:
    """Return the results, with errors that only follow from corrected keys marked as unproven.

    Corrected keys are marked as harmful if the package has further errors as it is written.
    `read_as_written` returns the results of the same phases with the package of a name read as it
    is written, or None if the engine refuses the package.
    """
    names = _doubtful_packages(results)
    if not names:
        return results
    unproven, harmful = results.unproven, results.harmful
    depend_on_all_names, answers = results.depend_on_all_names, results.answers
    for name in names:
        written = read_as_written(name)
        if written is None:
            harmful = harmful | _keys_of_refused(results, name)
            continue
        unproven = unproven | _missing_in(written, results, name)
        harmful = harmful | _harmful_keys(written, results, name)
        depend_on_all_names = depend_on_all_names | (written.depend_on_all_names & {name})
        answers = {**written.answers, **answers}
    # Once, as the diagnostics of all packages are judged anew for it
    return msgspec.structs.replace(
        results,
        unproven=unproven,
        harmful=harmful,
        depend_on_all_names=depend_on_all_names,
        answers=answers,
    )


def _missing_in(
    written: PhaseResults, results: PhaseResults, name: str
) -> frozenset[DiagnosticKey]:
    """Return the errors of a package that are not found when it is read as it is written.

    If only a part of the errors of a code in a file is kept, all of them count as found.
    """
    errors = _errors_in(written, name)
    there = {key_of(error) for error in errors}
    # Of these codes only a part of the diagnostics is known, so none can be called unproven.
    uncounted = {(error.code, error.place.file.display) for error in errors if error.left_out}
    # The place of a missing key differs where it was corrected, so messages are compared
    missing_keys = {
        (error.place.file.display, error.message) for error in errors if _is_missing_key(error)
    }
    return frozenset(
        key_of(error)
        for error in _errors_in(results, name)
        if key_of(error) not in there
        and not error.is_internal
        and not error.left_out
        and (error.code, error.place.file.display) not in uncounted
        and not (
            _is_missing_key(error) and (error.place.file.display, error.message) in missing_keys
        )
    )


def _harmful_keys(
    written: PhaseResults, results: PhaseResults, name: str
) -> dict[DiagnosticKey, str]:
    """Return the corrected keys of a package without which it fails, with notes that say how.

    They are those in the files that have further errors as they are written, or else all of them.
    """
    errors = sorted(_errors_in(written, name), key=Diagnostic.sort_key)
    there = {(error.code, error.message) for error in _errors_in(results, name)}
    further = {
        error.place.file.display: error.message
        for error in reversed(errors)
        if (error.code, error.message) not in there and not error.is_internal and not error.left_out
    }
    if not further:
        return {}
    keys = _corrected_keys(results, name)
    beside = [key for key in keys if key.place.file.display in further]
    first = further[min(further)]
    return {
        key_of(key): _FAILS.format(further.get(key.place.file.display, first))
        for key in beside or keys
    }


def _keys_of_refused(results: PhaseResults, name: str) -> dict[DiagnosticKey, str]:
    """Return the corrected keys of manifests without which the engine refuses a package.

    One that is refused all the same does not need them.
    """
    manifests = {package.header.file for package in results.read.packages if package.header.usable}
    return {
        key_of(key): _REFUSES
        for key in _corrected_keys(results, name)
        if key.place.file in manifests
    }


def _corrected_keys(results: PhaseResults, name: str) -> list[Diagnostic]:
    return [item for item in results.diagnostics if item.package == name and _is_corrected(item)]


def _errors_in(results: PhaseResults, package: str) -> list[Diagnostic]:
    errors = errors_of(results.diagnostics)
    return [error for error in errors if error.package == package]


def _is_missing_key(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic reports a missing key.

    Its place differs with and without correction.
    """
    return diagnostic.code == yaml.MISSING_KEY.code
