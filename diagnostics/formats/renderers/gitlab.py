"""The GitLab format: a Code Quality report, in the part of Code Climate's format that GitLab reads.

GitLab shows the issues in merge requests, and recognises them by their fingerprints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.context import ReportContext, sentences
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.fingerprints import fingerprints
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "application/json"

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:  # noqa: ARG001 - all formats are called alike
    """Return a list of issues."""
    pairs = zip(diagnostics, fingerprints(diagnostics), strict=True)
    return to_json([_issue(diagnostic, text) for diagnostic, text in pairs])


def _issue(diagnostic: Diagnostic, fingerprint: str) -> dict[str, Any]:
    place = diagnostic.place
    return {
        "type": "issue",
        "check_name": diagnostic.code,
        "description": "\n".join(sentences(diagnostic)),
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[diagnostic.severity],
        "fingerprint": fingerprint,
        "location": {
            "path": visible(place.file.address),
            "lines": {"begin": place.line, "end": place.end_line},
        },
    }
