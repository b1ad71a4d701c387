"""The SARIF 2.1.0 format, for code scanning: results, their rules, and places.

Paths are URI references relative to the working directory, absolute if they are outside. Columns
count Unicode code points, as `Place` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Diagnostic, Fix, Severity, TextEdit
from muranopl.diagnostics.formats.context import ReportContext, sentences
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.fingerprints import fingerprints
from muranopl.diagnostics.formats.value_paths import ValuePaths
from muranopl.diagnostics.pages import site
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule

MEDIA_TYPE = "application/sarif+json"
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "muranopl/v1"

Data = dict[str, Any]


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return one SARIF log with one run; its rules are those of the results."""
    rules = descriptors(diagnostics)
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    prints = fingerprints(diagnostics)
    paths = ValuePaths()
    driver: Data = {"name": "muranopl", "rules": rules}
    if site():
        driver["informationUri"] = site()
    if context.version:
        driver |= {"version": context.version, "semanticVersion": context.version}
    result = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(diagnostic, numbers[diagnostic.code], fingerprint, paths)
            for diagnostic, fingerprint in zip(diagnostics, prints, strict=True)
        ],
    }
    return to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [result]})


def _result(diagnostic: Diagnostic, rule: int, fingerprint: str, paths: ValuePaths) -> Data:
    location: Data = {"physicalLocation": _location(diagnostic.place)}
    properties: Data = {"phase": diagnostic.phase.value, "package": diagnostic.package}
    if diagnostic.in_model:
        # Without a kind, as the path is not a JSON Pointer
        location["logicalLocations"] = [{"fullyQualifiedName": diagnostic.in_model.path}]
        properties |= {
            "model_path": diagnostic.in_model.path,
            "contract": diagnostic.in_model.contract,
        }
    elif path := paths.at(diagnostic.place):
        location["logicalLocations"] = [{"fullyQualifiedName": path}]
    result: Data = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": "\n".join(sentences(diagnostic))},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: fingerprint},
        "properties": properties,
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(related.place),
                "message": {"text": related.message},
            }
            for number, related in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fixes:
        result["fixes"] = _fixes(diagnostic.fixes)
    return result


def _fixes(fixes: Sequence[Fix]) -> list[Data]:
    """Return different fixes, as SARIF demands; those that differ in safety alone are one here."""
    result: list[Data] = []
    for fix in map(_fix, fixes):
        if fix not in result:
            result.append(fix)
    return result


def _fix(fix: Fix) -> Data:
    edits: dict[str, list[TextEdit]] = {}
    for edit in fix.edits:
        edits.setdefault(uri(edit.place.file.address), []).append(edit)
    changes = [
        {
            "artifactLocation": {"uri": address},
            "replacements": [
                {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}}
                for edit in those
            ],
        }
        for address, those in edits.items()
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _location(place: Place) -> Data:
    return {"artifactLocation": {"uri": uri(place.file.address)}, "region": _region(place)}


def _region(place: Place) -> Data:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def uri(path: str) -> str:
    """Return the percent-encoded URI reference of a path with forward slashes."""
    encoded = quote(path.encode("utf-8", "backslashreplace"))
    if encoded.startswith("/"):
        return f"file://{encoded}"
    return encoded


LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def descriptors(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Return a `reportingDescriptor` for each code among the diagnostics, sorted by code."""
    met = {diagnostic.code: diagnostic for diagnostic in diagnostics}
    # The catalogue is slow to load, and a log without results needs none of it.
    declared = rules() if met else {}
    return [_descriptor(met[code], declared.get(code)) for code in sorted(met)]


def _descriptor(diagnostic: Diagnostic, rule: Rule | None) -> dict[str, Any]:
    severity = rule.severity if rule else diagnostic.severity
    data: dict[str, Any] = {
        "id": diagnostic.code,
        "name": diagnostic.name,
        "shortDescription": {"text": diagnostic.name.replace("-", " ")},
        "defaultConfiguration": {"level": LEVELS[severity]},
        "properties": {"tags": [diagnostic.phase.value]},
    }
    if diagnostic.docs_url:
        data["helpUri"] = diagnostic.docs_url
    if rule:
        data["fullDescription"] = {"text": _flowing(rule.page.explanation)}
        data["help"] = _help(rule)
    return data


def _help(rule: Rule) -> dict[str, str]:
    explanation = _flowing(rule.page.explanation)
    if not rule.page.bad:
        return {"text": explanation, "markdown": f"{explanation}\n"}
    return {
        "text": f"{explanation}\n\nWrong:\n\n{rule.page.bad}\nRight:\n\n{rule.page.good}",
        "markdown": f"{explanation}\n\nWrong:\n\n{_fenced(rule.page.bad)}\n\nRight:\n\n{_fenced(rule.page.good)}\n",
    }


def _flowing(text: str) -> str:
    """Return a text without the line breaks inside paragraphs."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _fenced(example: str) -> str:
    fence = "````" if "```" in example else "```"
    return f"{fence}yaml\n{example.rstrip()}\n{fence}"
