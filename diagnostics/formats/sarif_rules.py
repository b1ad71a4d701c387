"""The rules of a SARIF log: the catalogue's declarations as `reportingDescriptor` objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.rules import Rule

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
