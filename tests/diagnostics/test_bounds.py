"""The table of bounds: the diagnostics it names exist, and the one after the most of something gets one of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics import bounds
from muranopl.diagnostics.bounds import Bound
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.findings import Findings
from muranopl.execution.running.executing import Inputs
from muranopl.execution.running.rendering import render
from muranopl.phases.reuse.opening import Installed
from tests.ard.packages import with_entry, with_index_of
from tests.fuzz.packages import checked

MANIFEST = b"Format: 1.4\nType: Library\nFullName: lab\nClasses: {lab.Sample: Sample.yaml}\n"
CLASS = "Namespaces: {=: lab}\nName: Sample\n"
SAMPLE: dict[str, Any] = {"?": {"type": "lab.Sample"}}

Codes = set[str]


def archive(data: bytes) -> Codes:
    report = muranopl.Catalog(["-"], streams={"-": data}).check(stop_after="read")
    return {diagnostic.code for diagnostic in report.diagnostics}


def package(text: str, model: bytes = b"", **files: bytes) -> Codes:
    """The codes of a package with one class, and of a model of it where there is one."""
    report, results = checked(
        {"manifest.yaml": MANIFEST, "Classes/Sample.yaml": (CLASS + text).encode()} | files
    )
    result = list(report.diagnostics)
    if model:
        inputs = Inputs(Installed(results), Findings(), streams={"-": model})
        result += render(inputs, "-").diagnostics
    return {item.code for item in result}


def evaluated(expression: str, methods: str = "") -> Codes:
    """The codes of a model for which a default is evaluated."""
    text = f"Properties:\n  a:\n    Contract: $\n    Default: {expression}\n{methods}"
    return package(text, json.dumps(SAMPLE).encode())


def logo(size: int) -> Codes:
    files = {
        "manifest.yaml": MANIFEST + b"Logo: l.png\n",
        "l.png": b"\x89PNG\r\n\x1a\n".ljust(size, b"x"),
    }
    return {
        diagnostic.code
        for diagnostic in checked(files | {"Classes/Sample.yaml": CLASS.encode()})[0].diagnostics
    }


def objects(depth: int) -> Codes:
    model = SAMPLE
    for _ in range(depth - 1):
        model = {**SAMPLE, "one": model}
    return package("Properties:\n  one: {Contract: $.class(Sample)}\n", json.dumps(model).encode())


def calls(depth: int) -> Codes:
    body = "      - If: $n > 1\n        Then: [Return: $.go($n - 1)]\n      - Return: 1\n"
    arguments = "    Usage: Static\n    Arguments: [n: {Contract: $.int()}]\n"
    return evaluated(f":Sample.go({depth})", f"Methods:\n  go:\n{arguments}    Body:\n{body}")


def tokens(count: int) -> Codes:
    sign = "" if count % 2 else "-"
    return package(
        f"Methods:\n  go:\n    Body:\n    - Return: list({sign}$a{',1' * ((count - 3) // 2)})\n"
    )


CROSSED: list[tuple[Bound, Callable[[int], Codes]]] = [
    (bounds.FILE_SIZE, lambda most: archive(with_entry("UI/ui.yaml", b"#" * most))),
    (bounds.LOGO_SIZE, logo),
    (bounds.PACKAGE_ENTRIES, lambda most: archive(with_index_of(most))),
    (bounds.ENTRY_NAME_PART, lambda most: archive(with_entry("x" * most))),
    (
        bounds.ENTRY_NAME,
        lambda most: archive(with_entry("x/" * ((most - 1) // 2) + "x" * (2 - most % 2))),
    ),
    (bounds.NESTING, lambda most: package(f"x: {'[' * (most - 1)}{']' * (most - 1)}\n")),
    (bounds.NESTING, lambda most: package("", b"[" * most + b"]" * most)),
    (bounds.DIGITS, lambda most: package("", b'{"x": %s}' % (b"9" * most))),
    (bounds.INTEGER_BITS, lambda most: package(f"x: {hex(1 << (most - 1))}\n")),
    (bounds.MODEL_SIZE, lambda most: package("", b" " * most)),
    (bounds.EXPRESSION_TOKENS, tokens),
    (bounds.EVALUATION_ITEMS, lambda most: evaluated(f"range({most}).select($).len()")),
    (bounds.EVALUATION_BITS, lambda most: evaluated(f"shiftBitsLeft(1, {most - 1}) > 0")),
    (bounds.PATTERN_LENGTH, lambda most: evaluated(f"regex('{'a' * most}').matches(b)")),
    (bounds.CALL_DEPTH, calls),
    (bounds.OBJECT_DEPTH, objects),
    (bounds.DATA_DEPTH, lambda most: evaluated(f"range({most}).aggregate([$1], 1)")),
]


LARGE = (bounds.FILE_SIZE, bounds.MODEL_SIZE, bounds.PACKAGE_ENTRIES)


@pytest.mark.parametrize("crossed", CROSSED, ids=lambda item: item[0].what)
def test_one_more_than_the_most_is_said(crossed: tuple[Bound, Callable[[int], Codes]]) -> None:
    bound, codes = crossed
    assert not codes(bound.most) & set(bound.codes)
    assert codes(bound.most + 1) & set(bound.codes)


@pytest.mark.parametrize("bound", bounds.bounds(), ids=lambda bound: bound.what)
def test_every_bound_says_what_is_beyond(bound: Bound) -> None:
    assert set(bound.codes) <= rules().keys()
    assert bound.codes or bound.instead
    assert bound.most > 0
