"""Of each code the first diagnostics in a file are kept, and one says how many more there are."""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.catalogue.inherit import CYCLE, PARENT_TWICE
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings, bounded
from muranopl.diagnostics.places import File, Place
from tests.command_line import run

FILES = (File("", "a.yaml"), File("", "b.yaml"))
WRONG = "Namespaces:\n  =: example.app\nName: Sample\nProperties:\n" + "".join(
    f"  p{number}:\n    Contract: $.int()\n    Default: x\n    Colour: red\n"
    for number in range(250)
)
MODEL = {"?": {"type": "example.app.Many", "id": "root"}, "ints": ["x"] * 1_000}


def reported(numbers: list[int]) -> list[Diagnostic]:
    """One diagnostic for each number, in two files and of two codes; that of line 300 is the only error of its kind."""
    findings = Findings(max_per_code=None)
    for number in numbers:
        severity = Severity.ERROR if number == 300 else Severity.INFO
        findings.report(CYCLE, Place(FILES[number % 2], number), chain="a", severity=severity)
        findings.report(PARENT_TWICE, Place(FILES[0], number), parent="a")
    return findings.diagnostics


def told(diagnostics: list[Diagnostic]) -> list[tuple[str, str, int, str, str]]:
    ordered = sorted(diagnostics, key=Diagnostic.sort_key)
    return [
        (item.file, item.code, item.line, item.severity.value, item.message) for item in ordered
    ]


def test_the_first_by_place_are_kept_in_whatever_order_and_parts_they_come() -> None:
    numbers = list(range(1, 401))
    expected = told(bounded(reported(numbers), 10))
    assert Counter(code for _, code, *_ in expected) == {"MPL301": 22, "MPL305": 11}
    assert (("a.yaml", "MPL301", 22, "error", "and 190 more of this code in this file")) in expected
    generator = random.Random(1)
    for _ in range(20):
        generator.shuffle(numbers)
        cut = generator.randrange(400)
        parts = [bounded(reported(part), 10) for part in (numbers[:cut], numbers[cut:])]
        assert told(bounded([*parts[1], *parts[0]], 10)) == expected


def test_what_is_left_out_is_counted() -> None:
    findings = Findings("package", 10)
    findings.take(reported(list(range(1, 401))))
    assert (findings.count, findings.errors, len(findings.diagnostics)) == (800, 1, 33)
    findings.name_package("other")
    assert (findings.count, len(findings.diagnostics)) == (800, 33)
    assert {diagnostic.package for diagnostic in findings.diagnostics} == {"other"}


def test_what_is_left_out_is_not_written() -> None:
    """Neither is its message formatted nor its suggestion looked for, once there are as many as are kept."""
    written: list[str] = []

    class Fact:
        def __str__(self) -> str:
            written.append("message")
            return "a"

    def suggestion() -> None:
        written.append("suggestion")

    findings = Findings("package", 10)
    for number in range(1_000):
        findings.report(CYCLE, Place(FILES[0], number), chain=Fact(), suggestion=suggestion)
    assert findings.count == 1_000
    assert Counter(written) == {"message": 20, "suggestion": 20}


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A package with many defects of three codes in one file, and a model with as many."""
    folder = tmp_path / "package"
    (folder / "Classes").mkdir(parents=True)
    names = "".join(f"  example.app.{name}: {name}.yaml\n" for name in ("Sample", "Many"))
    (folder / "manifest.yaml").write_text(
        f"Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n{names}"
    )
    (folder / "Classes/Sample.yaml").write_text(WRONG)
    (folder / "Classes/Many.yaml").write_text(
        "Namespaces:\n  =: example.app\nName: Many\nProperties:\n  ints:\n    Contract: [$.int()]\n"
    )
    (tmp_path / "model.json").write_text(json.dumps(MODEL))
    return tmp_path


def test_a_report_is_bounded_however_it_is_made(wrong: Path) -> None:
    everything = muranopl.Catalog([wrong / "package"], max_per_code=None).check().diagnostics
    expected = told(bounded(everything, PER_CODE.most))
    assert max(Counter(item.code for item in everything).values()) == 250
    assert max(Counter(code for _, code, *_ in expected).values()) == PER_CODE.most + 1
    cache = muranopl.Cache(wrong / "cache")
    for settings in ({}, {"jobs": 2}, {"cache": cache}, {"cache": cache}):
        assert (
            told(list(muranopl.Catalog([wrong / "package"], **settings).check().diagnostics))
            == expected
        )
    known = (
        muranopl.Catalog([wrong / "package"], cache=cache, max_per_code=None).check().diagnostics
    )
    assert told(list(known)) == told(list(everything))


def test_a_model_is_reported_within_the_bound(wrong: Path) -> None:
    result = muranopl.Catalog([wrong / "package"]).render(wrong / "model.json").diagnostics
    assert len(result) == PER_CODE.most + 1
    assert result[-1].message == "and 900 more of this code in this file"
    assert (
        len(muranopl.Catalog([wrong / "package"], max_per_code=None).render(MODEL).diagnostics)
        == 1_000
    )


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("check", "--format", "concise", "{0}/package"), 202),
        (("check", "--format", "concise", "--all", "{0}/package"), 500),
        (("render", "{0}/model.json", "-L", "{0}/package", "--diagnostics", "concise"), 101),
        (
            ("render", "--all", "{0}/model.json", "-L", "{0}/package", "--diagnostics", "concise"),
            1_000,
        ),
    ],
)
def test_all_leaves_nothing_out(wrong: Path, arguments: tuple[str, ...], lines: int) -> None:
    result = run(*(argument.format(wrong) for argument in arguments))
    assert len((result.stdout + result.stderr).splitlines()) == lines


def test_sums_count_what_is_left_out(wrong: Path) -> None:
    assert "Found 250 errors, 250 warnings in 1 package." in run("check", wrong / "package").stdout


@pytest.mark.parametrize("value", [0, -1])
def test_a_bound_that_is_none(value: int) -> None:
    with pytest.raises(muranopl.UsageError, match="max_per_code"):
        muranopl.Catalog([], max_per_code=value)


@pytest.mark.parametrize(
    ("number", "is_refused"), [(0, True), (99, True), (200, True), (249, True), (250, False)]
)
def test_a_class_with_an_error_that_is_left_out_is_refused(
    number: int, is_refused: bool, tmp_path: Path
) -> None:
    """All classes of one file have an error of the same code, the one of the other file has none."""
    (tmp_path / "Classes").mkdir()
    listed = "".join(f"  example.app.C{item}: {item // 250}.yaml\n" for item in range(251))
    (tmp_path / "manifest.yaml").write_text(
        f"Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n{listed}"
    )
    documents = [
        f"Namespaces: {{=: example.app}}\nName: C{item}\nUsage: Nothing\n" for item in range(250)
    ]
    (tmp_path / "Classes/0.yaml").write_text("---\n".join(documents))
    (tmp_path / "Classes/1.yaml").write_text("Namespaces: {=: example.app}\nName: C250\n")
    catalog = muranopl.Catalog([tmp_path])
    name = f"example.app.C{number}"
    assert is_refused_by(catalog, name) is is_refused
    assert catalog.render({"?": {"type": name, "id": "root"}}).ok is not is_refused


def is_refused_by(catalog: muranopl.Catalog, name: str) -> bool:
    with contextlib.suppress(muranopl.ResolutionError):
        return catalog.resolve(name).name != name
    return True


@pytest.mark.parametrize(("require", "most"), [("[]", PER_CODE.most), ("[]", None), ("{}", None)])
def test_a_manifest_with_an_error_that_is_left_out_is_refused(
    require: str, most: int | None, tmp_path: Path
) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "Classes/Sample.yaml").write_text("Name: example.app.Sample\n")
    (tmp_path / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
        + "".join(f"  example.app.C{item}: []\n" for item in range(250))
        + f"Require: {require}\n"
    )
    catalog = muranopl.Catalog([tmp_path], max_per_code=most)
    assert is_refused_by(catalog, "example.app.Sample") is (require == "[]")
