"""Names, versions and inheritance as the reference engine answers them (conformance/types.json).

`intended` stands for the answer where the engine's merge of versions crashes, which it does under
`--quirk engine`, too; where the documents say otherwise (`seed_differs`) the document is what is
asked for, and the recorded answer under `--quirk engine`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import muranopl
from tests.conformance import type_causes
from tests.conformance.exceptions import unlisted
from tests.conformance.loading import by_id, write_packages
from tests.rows import Part, Rows, parts

# Native methods of io.murano.Object
SKIPPED_METHODS = {"__init__", "getAttr", "setAttr"}


ZERO = "0"
"""The version that the engine takes where a query says none: the documents ask for the newest one."""


def answer(
    catalog: muranopl.Catalog, query: dict[str, Any], quirks: tuple[str, ...] = ()
) -> muranopl.ResolvedClass | None:
    """The class, or None where it cannot be loaded."""

    def resolve(
        name: str, version: str | None = None, package: str | None = None
    ) -> muranopl.ResolvedClass:
        return catalog.resolve(name, version or (None if quirks else ZERO), package)

    for earlier in query.get("first", ()):
        with contextlib.suppress(muranopl.ResolutionError, muranopl.UsageError):
            resolve(*earlier)
    with contextlib.suppress(muranopl.ResolutionError, muranopl.UsageError):
        return resolve(query["class"], query.get("version"), query.get("package"))
    return None


def differences(expected: dict[str, Any], found: muranopl.ResolvedClass) -> list[str]:
    """What of the expected facts is not so."""
    facts: dict[str, Any] = {
        "name": found.name,
        "version": found.version,
        "package": found.package,
        "usage": found.usage,
        "parents": [parent.rsplit("/", 1) for parent in found.parents],
        "ancestors": [ancestor.rsplit("/", 1) for ancestor in found.ancestors],
        "properties": {name: declaring(member) for name, member in found.properties.items()},
        "methods": {
            name: declaring(member)
            for name, member in found.methods.items()
            if name not in SKIPPED_METHODS
        },
    }
    wanted = dict(expected)
    wanted["methods"] = {
        name: value for name, value in expected["methods"].items() if name not in SKIPPED_METHODS
    }
    return [
        f"{key}: {wanted[key]} != {value}" for key, value in facts.items() if wanted[key] != value
    ]


def further(
    catalog: muranopl.Catalog,
    case: dict[str, Any],
    found: muranopl.ResolvedClass,
    quirks: tuple[str, ...],
) -> list[str]:
    """The same for facts that only some cases ask for."""
    expected, query = case["expect"], case["query"]
    facts: dict[str, Any] = {
        "imports": [import_.rsplit("/", 1) for import_ in found.imports],
        "extensions": list(found.extensions),
    }
    if found.facts:
        facts |= {"cardinality": found.facts.cardinality, "inherited": found.facts.inherited}
        facts["applies"] = list(found.facts.applies)
    if not expected.keys().isdisjoint(("meta", "requirements", "classes")):
        package = catalog.resolve_package(found.package, found.version)
        facts |= {"requirements": sorted(package.requirements), "classes": sorted(package.classes)}
        facts["meta"] = attached(found, package)
    wrong = [
        f"{key}: {expected[key]} != {facts.get(key)}"
        for key in facts
        if key in expected and _comparable(expected[key]) != facts[key]
    ]
    names = expected.get("resolve", {})
    for written, recorded in names.items():
        plain = written.removeprefix("=:")  # which equals `=:Name` by the documents
        meaning = recorded if "engine" in quirks or plain == written else names.get(plain, recorded)
        try:
            answer_ = catalog.look_up(written, query["class"], ZERO)
        except muranopl.ResolutionError:
            answer_ = None
        if answer_ != (None if isinstance(meaning, dict) else meaning):
            wrong.append(f"{written}: {meaning} != {answer_}")
    return wrong


def _comparable(recorded: Any) -> Any:
    """A recorded fact; of an error only that there is one."""
    if isinstance(recorded, dict):
        return (
            None
            if "error" in recorded
            else {key: _comparable(value) for key, value in recorded.items()}
        )
    return recorded


def attached(found: muranopl.ResolvedClass, package: muranopl.ResolvedPackage) -> dict[str, Any]:
    """The meta objects of a class, its members, their arguments and its package, as cases write them."""

    def shown(meta: tuple[muranopl.AttachedMeta, ...] | None) -> list[list[Any]] | None:
        return (
            None if meta is None else sorted(([item.type, item.values] for item in meta), key=str)
        )

    members = {
        kind: {name: shown(member.meta) for name, member in table.items() if member.meta}
        for kind, table in (("properties", found.properties), ("methods", found.methods))
    }
    arguments = {
        name: {
            argument.name: shown(argument.meta) for argument in method.arguments if argument.meta
        }
        for name, method in found.methods.items()
    }
    members["arguments"] = {name: own for name, own in arguments.items() if own}
    facts = {"type": shown(found.meta), "package": shown(package.meta), **members}
    return {key: value for key, value in facts.items() if value or value is None}


def declaring(member: muranopl.ResolvedMember) -> Any:
    return {"ambiguous": list(member.ambiguous)} if member.ambiguous else member.declaring


# What the documents ask for instead of the recorded answer; where else they differ, a warning goes
# with the answer.
REFUSED_BY_THE_DOCUMENTS = "an exception is thrown when one class inherits two versions"


def compare(
    case: dict[str, Any], catalog: muranopl.Catalog, quirks: tuple[str, ...] = ()
) -> list[str]:
    """What our answer has differently from the case."""
    expected = case["expect"] if quirks else case.get("intended", case["expect"])
    if not quirks and case.get("seed_differs", "").startswith(REFUSED_BY_THE_DOCUMENTS):
        expected = {"error": "version conflict"}
    result = answer(catalog, case["query"], quirks)
    if "error" in expected:
        return [] if result is None else [f"expected {expected['error']}, found {result}"]
    if result is None:
        return ["expected an answer, found none"]
    return differences(expected, result) + further(catalog, case, result, quirks)


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what our answers to a case, and what we report, have differently."""
    write_packages(case["packages"], folder)
    catalog = muranopl.Catalog([folder])
    follower = muranopl.Catalog([folder], quirks=["engine"])
    yield from unlisted("types", case["id"], compare(case, catalog))
    for problem in compare(case, follower, ("engine",)):
        yield f"as the engine: {problem}"
    if case["packages"]:  # no question about the core library alone
        yield from misreported(case, catalog.check().diagnostics)


def reported(
    found: tuple[muranopl.Diagnostic, ...],
    severities: set[str],
    table: tuple[tuple[str, str], ...],
    words: str,
) -> bool:
    """Whether one of the codes that answer the words is among the diagnostics of these severities."""
    codes = tuple(
        next((known for pattern, known in table if re.search(pattern, words)), "MPL").split()
    )
    return any(item.code.startswith(codes) and item.severity.value in severities for item in found)


def misreported(case: dict[str, Any], found: tuple[muranopl.Diagnostic, ...]) -> Iterator[str]:
    """Yield what should be reported and is not, at that severity; a class that loads gives no other error."""
    wanted, _, why = case.get("should_report", "").partition(": ")
    if wanted and not reported(found, {wanted}, type_causes.REPORTS, why):
        yield f"no {wanted}: {why}"
    error = "{error}: {message}".format(**case["expect"]) if "error" in case["expect"] else ""
    if (
        error
        and not type_causes.about_the_query(case)
        and not reported(found, type_causes.severities(case), type_causes.REFUSALS, error)
    ):
        yield f"not reported: {error}"
    accepted = "error" not in case.get("intended", case["expect"])
    if (
        accepted
        and wanted != "error"
        and REFUSED_BY_THE_DOCUMENTS not in case.get("seed_differs", "")
    ):
        for item in found:
            if item.severity.value == "error" and item.code not in {
                *type_causes.REFUSED_BY_UPLOADS,
                *type_causes.OF_OBJECTS,
            }:
                yield f"an error, but the engine loads it: {item.code} {item.message}"


@parts(2)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("types", by_id("types"), problems, part)
