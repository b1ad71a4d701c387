"""What the documents ask for where they differ from the recorded answer: by what `seed_differs` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import muranopl
from tests.conformance.comparing import same

Check = Callable[[dict[str, Any], muranopl.RenderResult], bool]


def refused(_: dict[str, Any], result: muranopl.RenderResult) -> bool:
    return not result.ok


def warned(result: muranopl.RenderResult) -> bool:
    return result.model is not None and any(each.code == "MPL540" for each in result.diagnostics)


def value(result: muranopl.RenderResult) -> Any:
    return None if result.model is None else result.model.get("p")


def recorded(case: dict[str, Any], result: muranopl.RenderResult) -> bool:
    """The recorded answer, with a warning."""
    if not warned(result) or result.model is None:
        return False
    expected = case["expect"]
    if "absent" in expected:
        return "p" not in result.model
    whole = expected.get("rendered", expected.get("objects"))
    return same(whole, result.model) if whole is not None else same(expected["value"], value(result))


def in_rendered(case: dict[str, Any], changes: dict[str, Any]) -> Check:
    """The recorded model with some values, by path, in place of the recorded ones."""

    def check(case_: dict[str, Any], result: muranopl.RenderResult) -> bool:
        return warned(result) and all(_at(result.model, path) == wanted for path, wanted in changes.items())

    return check


def _at(model: Any, path: str) -> Any:
    for step in path.split("."):
        model = model.get(step) if isinstance(model, dict) else None
    return model


def created(path: str, type_: str) -> Check:
    def check(_: dict[str, Any], result: muranopl.RenderResult) -> bool:
        return warned(result) and str(_at(result.model, f"{path}.?.type")).startswith(f"{type_}/")

    return check


RULES: tuple[tuple[str, Check], ...] = (
    ("only digit strings are said to convert to int", refused),
    ("only strings consisting of digits are said to convert", refused),
    (
        "a value that is not a string is said to be converted",
        lambda case, result: warned(result) and value(result) == str(case["value"]),
    ),
    ("any not null value is said to become true", lambda _, result: warned(result) and value(result) is True),
    ("a value that cannot be converted is said to raise", refused),
    ("said to create an instance of the default class", created("p", "contracts.case.BigPart")),
    ("said to need at least", refused),
    ("Default is said to have to conform", recorded),
    (
        "Default is said to override the referenced class's default",
        lambda _, result: warned(result) and _at(result.model, "p.size") == 12,
    ),
    (
        "Out is said not to be settable",
        lambda case, result: warned(result) and str(value(result)) == {"5": "5"}.get(case.get("default", ""), "None"),
    ),
    ("applications require an Environment", recorded),
    ("$.class(A, B) creates an instance of B", created("x", "lab.Ssd")),
    ("a Default must conform to its contract", recorded),
    (
        "Out is obtained from the workflow",
        lambda case, result: (
            warned(result) and _at(result.model, "x") == (2 if "Default: 2" in str(case["packages"]) else None)
        ),
    ),
    (
        "Runtime properties are not serialized",
        lambda _, result: warned(result) and "x" not in (result.model or {"x": 0}),
    ),
    ("said to require an owner other than the current object", refused),
    ("referencing a class of an unreferenced package is impossible", refused),
)

# "Default modifies defaults of the referenced object": what the given object lacks comes from the Default.
COMPLETED: dict[str, dict[str, Any]] = {
    "default-object-partial-at-bottom": {"rack.host.disk.size": 40, "rack.host.disk.kind": "x", "rack.host.cpus": 4},
    "default-object-partial-at-middle": {"rack.host.disk.size": 40, "rack.host.cpus": 4},
    "default-object-partial-at-top": {"rack.host.disk.size": 40, "rack.host.cpus": 4},
    "default-object-replaced-by-model": {"disk.size": 20, "disk.kind": "hdd"},
}


def differs(case: dict[str, Any], result: muranopl.RenderResult) -> list[str]:
    """What of our answer is not as the documents say."""
    text = case["seed_differs"]
    shown = [f"{each.code} {each.message}" for each in result.diagnostics]
    if case["id"] in COMPLETED:
        check: Check | None = in_rendered(case, COMPLETED[case["id"]])
    else:
        check = next((each for beginning, each in RULES if text.startswith(beginning)), None)
    if check is None:
        return [f"nothing is known of: {text}"]
    return [] if check(case, result) else [f"{text}: {result.model} {shown}"]
