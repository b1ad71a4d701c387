"""One diagnostic for one cause: the other places where it was met are related places.

A package that several require is missing once, and a format is too old once for all keys that need
the same later one. A key that is empty is reported at the sign that makes it so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import msgspec

from muranopl.diagnostics.catalogue.namespace import REQUIRED_NOT_GIVEN
from muranopl.diagnostics.catalogue.remote import (
    NOT_ALLOWED,
    NOT_FOUND,
    OFFLINE,
    REFUSED,
    UNREACHABLE,
)
from muranopl.diagnostics.catalogue.requirements import NO_FITTING_VERSION
from muranopl.diagnostics.catalogue.shapes import KEY_TOO_NEW
from muranopl.diagnostics.catalogue.sources import NOT_A_PACKAGE, TOO_LARGE
from muranopl.diagnostics.catalogue.yaml import EMPTY_KEY
from muranopl.diagnostics.diagnostic import Diagnostic, Related, Severity

NOT_FETCHED = (
    *(UNREACHABLE.code, NOT_FOUND.code, NOT_ALLOWED.code, OFFLINE.code, REFUSED.code),
    *(TOO_LARGE.code, NOT_A_PACKAGE.code, NO_FITTING_VERSION.code),
)
"""Reasons why a required package cannot be fetched, and is missing."""


def _missing_package(diagnostic: Diagnostic) -> Hashable:
    return diagnostic.message


def _format_of_package(diagnostic: Diagnostic) -> Hashable:
    return diagnostic.package, diagnostic.place.file.root, diagnostic.suggestion


_CAUSES: dict[str, Callable[[Diagnostic], Hashable]] = {
    REQUIRED_NOT_GIVEN.code: _missing_package,
    KEY_TOO_NEW.code: _format_of_package,
    **dict.fromkeys(NOT_FETCHED, _missing_package),
}
"""The function that names the cause of a diagnostic, by its code."""


def is_merged(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic may stand for others, at its related places."""
    return diagnostic.code in _CAUSES


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics in their order, of those with one cause only the first."""
    groups: dict[Hashable, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(_empty_keys(_without_explained(diagnostics))):
        key: Hashable = number
        # One that stands for others in its file does not name all their causes.
        if is_merged(diagnostic) and not diagnostic.left_out:
            cause = _CAUSES[diagnostic.code](diagnostic)
            # The merged diagnostic has the severity of the first one, so others are kept apart
            key = diagnostic.code, diagnostic.severity, cause
        groups.setdefault(key, []).append(diagnostic)
    return tuple(_one(*group) for group in groups.values())


def _without_explained(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics without missing packages where another one says why they are missing."""
    items = list(diagnostics)
    explained = {item.place.key() for item in items if item.code in NOT_FETCHED}
    return [
        item
        for item in items
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
    result: list[Diagnostic | None] = list(diagnostics)
    for number, item in enumerate(diagnostics):
        at = signs.get((item.place.file, item.line, item.column))
        sign = None if at is None else result[at]
        is_empty = (item.line, item.column) == (item.end_line, item.end_column)
        if at is None or sign is None or not is_empty or item.left_out:
            continue
        result[number] = None
        if item.severity is Severity.ERROR and sign.severity is not Severity.ERROR:
            result[at] = msgspec.structs.replace(sign, severity=item.severity, refuses=item.refuses)
    return [item for item in result if item is not None]


def _one(first: Diagnostic, *others: Diagnostic) -> Diagnostic:
    if not others:
        return first
    further = tuple(_related(first, other) for other in others)
    return msgspec.structs.replace(first, related=(*first.related, *further))


def _related(first: Diagnostic, other: Diagnostic) -> Related:
    if other.message != first.message:
        return Related(other.message, other.place)
    return Related(f"and here, in {other.package}", other.place)
