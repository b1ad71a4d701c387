"""What the documents ask for where they differ from the recorded answer: by what `seed_differs` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import muranopl
from tests.conformance.comparing import same

Check = Callable[[dict[str, Any], muranopl.RenderResult], bool]


def refused(quirk: str | None = None) -> Check:
    """Refused, with a note of what the engine does there, where that is another thing."""

    def check(_: dict[str, Any], result: muranopl.RenderResult) -> bool:
        notes = [
            note
            for diagnostic in result.diagnostics
            if diagnostic.severity.value == "error"
            for note in diagnostic.notes
        ]
        return not result.ok and (
            quirk is None or any(f"--quirk {quirk})" in note for note in notes)
        )

    return check


def warned(result: muranopl.RenderResult, quirk: str) -> bool:
    """Rendered, with the warning of that quirk."""
    messages = [
        diagnostic.message for diagnostic in result.diagnostics if diagnostic.code == "MPL540"
    ]
    return result.model is not None and any(f"(--quirk {quirk})" in message for message in messages)


def value_of(result: muranopl.RenderResult, path: str = "p") -> Any:
    """Return a part of what was rendered."""
    return _at(result.model, path)


def recorded(quirk: str) -> Check:
    """The recorded answer, with the warning of a quirk."""

    def check(case: dict[str, Any], result: muranopl.RenderResult) -> bool:
        if not warned(result, quirk) or result.model is None:
            return False
        expected = case["expect"]
        if "absent" in expected:
            return "p" not in result.model
        whole = expected.get("rendered", expected.get("objects"))
        return (
            same(whole, result.model)
            if whole is not None
            else same(expected["value"], value_of(result))
        )

    return check


def becomes(quirk: str, path: str, wanted: Callable[[dict[str, Any]], Any]) -> Check:
    """Another value than the recorded one, with the warning of a quirk."""

    def check(case: dict[str, Any], result: muranopl.RenderResult) -> bool:
        return warned(result, quirk) and value_of(result, path) == wanted(case)

    return check


def conforming(case: dict[str, Any], result: muranopl.RenderResult) -> bool:
    """The recorded answer; but the value of an Out property is its default, which is refused."""
    if case.get("usage") != "Out":
        return recorded("unused-default")(case, result)
    return not result.ok and any(
        "--quirk out-value)" in diagnostic.message for diagnostic in result.diagnostics
    )


def in_rendered(changes: dict[str, Any]) -> Check:
    """The recorded model with some values, by path, in place of the recorded ones."""

    def check(_: dict[str, Any], result: muranopl.RenderResult) -> bool:
        are_there = all(value_of(result, path) == wanted for path, wanted in changes.items())
        return warned(result, "object-default") and are_there

    return check


def _at(model: Any, path: str) -> Any:
    for step in path.split("."):
        model = model.get(step) if isinstance(model, dict) else None
    return model


def created(path: str, type_: str) -> Check:
    """An object of a default class is there."""

    def check(_: dict[str, Any], result: muranopl.RenderResult) -> bool:
        return warned(result, "default-class") and str(
            value_of(result, f"{path}.?.type")
        ).startswith(f"{type_}/")

    return check


def as_recorded(case: dict[str, Any], result: muranopl.RenderResult) -> bool:
    """The recorded answer: what the documents say of workflows, no constructor keeps to."""
    return same(case["expect"]["rendered"], result.model)


RULES: tuple[tuple[str, Check], ...] = (
    ("In properties cannot be modified in workflows", as_recorded),
    ("only digit strings are said to convert to int", refused("int-conversion")),
    ("only strings consisting of digits are said to convert", refused("int-conversion")),
    (
        "a value that is not a string is said to be converted",
        becomes("string-conversion", "p", lambda case: str(case["value"])),
    ),
    ("any not null value is said to become true", becomes("empty-is-false", "p", lambda _: True)),
    ("a value that cannot be converted is said to raise", refused()),
    ("said to create an instance of the default class", created("p", "contracts.case.BigPart")),
    ("said to need at least", refused("list-length")),
    ("Default is said to have to conform", conforming),
    (
        "Default is said to override the referenced class's default",
        becomes("object-default", "p.size", lambda _: 12),
    ),
    (
        "Out is said not to be settable",
        becomes("out-value", "p", lambda case: {"5": 5}.get(case.get("default", ""))),
    ),
    ("applications require an Environment", recorded("lone-application")),
    ("$.class(A, B) creates an instance of B", created("x", "lab.Ssd")),
    ("a Default must conform to its contract", recorded("unused-default")),
    (
        "Out is obtained from the workflow",
        becomes(
            "out-value", "x", lambda case: 2 if "Default: 2" in str(case["packages"]) else None
        ),
    ),
    ("Runtime properties are not serialized", becomes("hidden-runtime", "x", lambda _: None)),
    ("said to require an owner other than the current object", refused("not-owned-self")),
    ("referencing a class of an unreferenced package is impossible", refused()),
)

# "Default modifies defaults of the referenced object": what the given object lacks comes from the
# Default.
COMPLETED: dict[str, dict[str, Any]] = {
    "default-object-partial-at-bottom": {
        "rack.host.disk.size": 40,
        "rack.host.disk.kind": "x",
        "rack.host.cpus": 4,
    },
    "default-object-partial-at-middle": {"rack.host.disk.size": 40, "rack.host.cpus": 4},
    "default-object-partial-at-top": {"rack.host.disk.size": 40, "rack.host.cpus": 4},
    "default-object-replaced-by-partial-other-key": {"disk.size": 20, "disk.kind": "tape"},
    "default-object-replaced-by-model": {"disk.size": 20, "disk.kind": "hdd"},
}


def differs(case: dict[str, Any], result: muranopl.RenderResult) -> list[str]:
    """What of our answer is not as the documents say."""
    text = case["seed_differs"]
    shown = [f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics]
    if case["id"] in COMPLETED:
        check: Check | None = in_rendered(COMPLETED[case["id"]])
    else:
        check = next((value for beginning, value in RULES if text.startswith(beginning)), None)
    if check is None:
        return [f"nothing is known of: {text}"]
    return [] if check(case, result) else [f"{text}: {result.model} {shown}"]
