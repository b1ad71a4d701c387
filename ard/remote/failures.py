"""The two results of fetching an address: `Fetched`, or `FetchError` and its report as a diagnostic."""

from __future__ import annotations

from typing import Literal, NamedTuple

from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.catalogue import sources
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule
from muranopl.diagnostics.visible import masked


class Fetched(NamedTuple):
    """A fetched address: its name in reports, the path of a file or folder, and the digest."""

    name: str
    location: str
    digest: str


Kind = Literal[
    "unreachable",
    "missing",
    "no-version",
    "not-allowed",
    "offline",
    "refused",
    "too-large",
    "damaged",
    "not-a-package",
]
_RULES: dict[Kind, Rule] = {
    "unreachable": rules.UNREACHABLE,
    "missing": rules.NOT_FOUND,
    "no-version": rules.NO_FITTING_VERSION,
    "not-allowed": rules.NOT_ALLOWED,
    "offline": rules.OFFLINE,
    "refused": rules.REFUSED,
    "too-large": sources.TOO_LARGE,
    "damaged": sources.DAMAGED_ARCHIVE,
    "not-a-package": sources.NOT_A_PACKAGE,
}
_REMEDIES: dict[Kind, str] = {
    "too-large": "pass the URL of a part of it",
    "damaged": "create the zip again",
    "not-a-package": "pass the URL of a zip, or of a folder of packages",
}


class FetchError(Exception):
    """Raised for what cannot be fetched.

    `kind` is for programs, `message` is the reason as the end of a sentence; `suggestion` replaces
    the usual remedy.
    """

    def __init__(self, kind: Kind, message: str, suggestion: str | None = None) -> None:
        super().__init__(kind, message, suggestion)
        self.kind: Kind = kind
        self.message = message
        self.suggestion = suggestion


def report_fetch(
    error: FetchError, address: str, reporter: Reporter, place: Place | None = None
) -> None:
    """Report why an address was not fetched, at the address or at the `place` that needs it."""
    rule, name = _RULES[error.kind], masked(address)
    reporter.report(
        rule,
        place or Place(File(name, "")),
        what=f'"{shown(name)}"',
        path=shown(name),
        reason=error.message,
        suggestion=error.suggestion or _REMEDIES.get(error.kind, rule.suggestion),
    )
