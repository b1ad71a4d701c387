"""The output formats: golden files of what users see, and what must hold whatever a package contains.

`pytest --rewrite` takes what is rendered now as golden; look at the difference before keeping it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import (
    Applicability,
    Diagnostic,
    Fix,
    InModel,
    Related,
    Severity,
)
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats import FORMATS, render, renderer
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.snippet import marked, width
from muranopl.diagnostics.places import File, Place
from tests.diagnostics.reports import CASES, Package, diagnostic, fix, place
from tests.project import ROOT, SHARED

GOLDEN = Path(__file__).parent / "golden"
SCHEMA = SHARED / "reference" / "schemas" / "sarif-2.1.0.json"
RUN = ReportContext((Package("example.app"), Package("example.clean")), version="1.2.3")
EVERYTHING = [item for item in CASES.values() for item in item]
MIXED = [
    item
    for name in ("one-line", "related", "several-lines", "severities", "hostile")
    for item in CASES[name]
]
MIXED += [*CASES["the-path-itself"], *CASES["in-a-model"], *CASES["fixable"]]
FILES = {
    "concise": "concise.txt",
    "json": "json.json",
    "sarif": "sarif.json",
    "github": "github.txt",
    "junit": "junit.xml",
    "checkstyle": "checkstyle.xml",
    "gitlab": "gitlab.json",
    "markdown": "markdown.md",
    "rdjson": "rdjson.json",
    "statistics": "statistics.txt",
}


def compare(file: str, text: str, rewrite: bool) -> None:
    path = GOLDEN / file
    if rewrite:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), "pytest --rewrite takes this as golden"


@pytest.mark.parametrize("name", CASES)
def test_golden_text(name: str, rewrite: bool) -> None:
    compare(f"text/{name}.txt", render("text", CASES[name], RUN), rewrite)


def test_golden_colours(rewrite: bool) -> None:
    result = [*CASES["related"], *CASES["severities"]]
    text = render("text", result, ReportContext(RUN.packages, color=True))
    compare("text/in-colour.txt", text.replace("\x1b", "␛"), rewrite)
    assert re.sub("\x1b\\[[0-9;]*m", "", text) == render("text", result, RUN)


@pytest.mark.parametrize("name", FILES)
def test_golden_formats(name: str, rewrite: bool) -> None:
    compare(FILES[name], render(name, MIXED, RUN), rewrite)


LINES = {
    "plain ⟦here⟧.": ("plain here.", "here"),
    "\ta\t⟦b\tc⟧d": ("    a    b    cd", "b    c"),
    "⟦⟧": ("", ""),
    "\x07⟦\x1b⟧\u202e": ("\\x07\\x1b\\u202e", "\\x1b"),
}


@pytest.mark.parametrize("source", LINES)
def test_the_mark_is_under_the_span(source: str) -> None:
    where = place(source)
    line = marked(where.file.lines()[0], where.column - 1, where.end_column - 1, 100)
    text, span = LINES[source]
    assert (line.text, line.text[line.offset : line.offset + line.width]) == (text, span)


WIDTHS = {
    "abc": 3,
    "应用": 4,
    "e\u0301": 1,
    "👩‍👩‍👧": 2,
    "👍🏽": 2,
    "❤️": 2,
    "🇩🇪": 2,
    "한": 2,
    "\u1112\u1161\u11ab": 2,
    "ａ": 2,
}


@pytest.mark.parametrize("text", WIDTHS)
def test_widths(text: str) -> None:
    assert width(text) == WIDTHS[text]


def test_a_million_columns_are_cut_around_the_span() -> None:
    line = "x" * 500_000 + "HERE" + "y" * 500_000
    result = marked(line, 500_000, 500_004, 80)
    assert len(result.text) == 80
    assert result.text[result.offset : result.offset + result.width] == "HERE"


texts = st.text(st.characters(codec=None), max_size=40) | st.text(
    "\x1b\u202e\t \r\n<&]%:\ud800a字\u0301", max_size=40
)
numbers = st.integers(1, 6)


@st.composite
def diagnostics(draw: st.DrawFn) -> Diagnostic:
    file = File(draw(texts) or "app", draw(texts), draw(st.none() | texts))
    line, column = draw(numbers), draw(numbers)
    end_line = line + draw(st.integers(0, 3))
    end_column = draw(numbers) + (column if end_line == line else 0)
    where = Place(file, line, column, end_line, end_column)
    return diagnostic(
        where,
        draw(texts),
        severity=draw(st.sampled_from(Severity)),
        code=draw(st.sampled_from(["MPL120", "MPL121", "XYZ1"])),
        package=draw(st.none() | texts),
        notes=(draw(texts),),
        related=(Related(draw(texts), where),),
        suggestion=draw(st.none() | texts),
        in_model=draw(st.none() | st.builds(InModel, texts, st.none() | texts)),
        fixes=tuple(fix(text, where) for text in draw(st.lists(texts, max_size=2))),
    )


def test_the_text_of_a_diagnostic_is_its_concise_line() -> None:
    lines = [str(item) for item in MIXED]
    assert lines == render("concise", MIXED, RUN).splitlines()
    assert lines[0] == (
        'app/Classes/Sample.yaml:2:1: error MPL120 unknown key "Colour" in the class'
    )


HOSTILE = ReportContext((Package("a\x1b\u202e"),), version="1")


@given(st.lists(diagnostics(), max_size=3))
def test_people_and_machines_can_read_it(found: list[Diagnostic]) -> None:
    """Whatever diagnostics have in them, nothing reaches a terminal raw, and documents are whole."""
    written = {name: render(name, found, HOSTILE) for name in FORMATS}
    for text in written.values():
        plain = re.sub(r"[\u200c\u200d\s]", "", text)
        assert plain.isprintable()
        assert not re.search(
            "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text
        )
        text.encode()
    documents = {}
    for name in ("json", "sarif", "gitlab", "rdjson"):
        assert written[name].isascii()
        documents[name] = json.loads(written[name])
    REPORT_VALIDATOR.validate(documents["json"])
    check_sarif(documents["sarif"], found)
    issues = documents["gitlab"]
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == len(found)
    style = ElementTree.fromstring(written["checkstyle"])
    assert len(style.findall("file/error")) == len(found)
    names = [file.get("name") for file in style]
    assert len(set(names)) == len(names)
    suites = ElementTree.fromstring(written["junit"])
    assert int(suites.get("failures", "")) == len(suites.findall(".//failure"))
    assert int(suites.get("tests", "")) == len(suites.findall(".//testcase"))
    worse = [item for item in found if item.severity is not Severity.INFO]
    assert len(written["github"].splitlines()) == len(worse)
    assert len(written["concise"].splitlines()) == len(found)


def validator(path: Path) -> Any:
    """Return what validates against a schema."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    return jsonschema.validators.validator_for(schema)(schema)


REPORT_VALIDATOR = validator(ROOT / "diagnostics" / "formats" / "report.schema.json")
VALIDATORS = [validator(SCHEMA)] if SCHEMA.exists() else []
"""The official schema of SARIF, where it is."""


def as_written(fix: Fix) -> tuple[Any, ...]:
    """Return what SARIF has of a fix, which is what tells fixes apart there."""
    edits = ((item.place.file.address, *item.place.key()[1:], item.text) for item in fix.edits)
    return fix.title, *edits


def check_sarif(log: Any, found: list[Diagnostic]) -> None:
    for item in VALIDATORS:
        item.validate(log)
    (run,) = log["runs"]
    assert (log["version"], run["columnKind"]) == ("2.1.0", "unicodeCodePoints")
    descriptors = run["tool"]["driver"]["rules"]
    assert len(run["results"]) == len(found)
    for result, item in zip(run["results"], found, strict=True):
        assert descriptors[result["ruleIndex"]]["id"] == result["ruleId"] == item.code
        assert result["message"]["text"].isascii() or result["message"]["text"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert list(region.values()) == [item.line, item.column, item.end_line, item.end_column]
        assert len(result.get("relatedLocations", [])) == len(item.related)
        assert len(result.get("fixes", [])) == len(set(map(as_written, item.fixes)))
        logical = result["locations"][0].get("logicalLocations", [])
        seen = [(name["fullyQualifiedName"], result["properties"]["contract"]) for name in logical]
        expected = [list(msgspec.structs.astuple(item.in_model))] if item.in_model else []
        assert [list(name) for name in seen] == json.loads(to_json(expected))


def test_sarif_of_every_rule() -> None:
    where = place("⟦a⟧")
    findings = Findings()
    for rule in rules().values():
        findings.report(
            rule,
            where,
            **dict.fromkeys(re.findall(r"{(\w+)", rule.message + (rule.suggestion or "")), "x"),
        )
    log = json.loads(render("sarif", findings.diagnostics, RUN))
    check_sarif(log, findings.diagnostics)
    for rule, described in zip(
        rules().values(), log["runs"][0]["tool"]["driver"]["rules"], strict=True
    ):
        assert described["name"] == rule.name
        assert rule.page.bad in described["help"]["text"]
        assert "helpUri" not in described


def test_reviewdog_counts_bytes() -> None:
    text = render("rdjson", [diagnostic(place("é: 字⟦x\n  𐐀⟧y\n"))], RUN)
    (item,) = json.loads(text)["diagnostics"]
    assert item["severity"] == "ERROR"
    assert item["code"] == {"value": "MPL120"}
    span = item["location"]["range"]
    assert span == {"start": {"line": 1, "column": 8}, "end": {"line": 2, "column": 7}}


def test_reviewdog_gets_fixes_that_are_one_edit() -> None:
    whole = place("é: ⟦x⟧\n")
    other = place("⟦y⟧\n", path="manifest.yaml")
    fixes = (fix("X", whole), fix("X", whole, other), fix("Y", other))
    text = render("rdjson", [diagnostic(whole, fixes=fixes)], RUN)
    (item,) = json.loads(text)["diagnostics"]
    assert item["suggestions"] == [{"range": item["location"]["range"], "text": "X"}]


def test_the_totals_say_how_many_can_be_fixed() -> None:
    safe = diagnostic(place("⟦a⟧"), fixes=(fix("b", place("⟦a⟧")),))
    unsafe = diagnostic(
        place("⟦a⟧"),
        severity=Severity.INFO,
        fixes=(fix("b", place("⟦a⟧"), applicability=Applicability.UNSAFE),),
    )
    totals = [
        render("text", found, RUN).splitlines()[-1]
        for found in ([safe], [unsafe], [safe, safe, unsafe])
    ]
    assert totals == [
        "Found 1 error in 2 packages; --fix fixes 1.",
        "Found 1 info in 2 packages; --unsafe-fixes fixes 1.",
        "Found 2 errors, 1 info in 2 packages; --fix fixes 2, --unsafe-fixes 1 more.",
    ]
    context = ReportContext(RUN.packages, sum_up=True)
    summed = render("text", [unsafe, unsafe], context).splitlines()[0]
    assert summed.endswith("--all shows them; --unsafe-fixes fixes 2")


def test_markdown_shows_texts_as_they_are() -> None:
    message = "a|b `c` <script> *x*"
    text = render("markdown", [diagnostic(place("⟦a⟧"), message)], RUN)
    row = text.splitlines()[-1]
    assert row.endswith("| a\\|b \\`c\\` &lt;script&gt; \\*x\\* |")
    assert len(re.findall(r"(?<!\\)\|", row)) == 5


def test_every_format_is_a_file_and_says_its_type() -> None:
    folder = ROOT / "diagnostics" / "formats" / "renderers"
    assert {*FORMATS} == {path.stem for path in folder.glob("[!_]*.py")}
    assert FORMATS[0] == "text"
    for name in FORMATS:
        assert re.fullmatch("[a-z]+/[a-z+]+", renderer(name).media_type)
    with pytest.raises(KeyError):
        renderer("no_such_format")


def many_infos() -> list[Diagnostic]:
    """Infos of two codes in two packages, and a warning after them."""
    infos = [
        diagnostic(place("⟦a⟧"), severity=Severity.INFO, code=code, name="n", package=package)
        for code in ("MPL219", "MPL661")
        for package in ("example.one", "example.two")
    ]
    single = diagnostic(place("⟦b⟧"), "only one", severity=Severity.INFO, code="MPL742", name="n")
    return [*infos, single, diagnostic(place("⟦w⟧"), severity=Severity.WARNING)]


def test_infos_are_summed_up_where_people_read() -> None:
    context = ReportContext(RUN.packages, sum_up=True)
    blocks = render("text", many_infos(), context).split("\n\n")
    assert blocks[0].startswith("warning[MPL120]")
    assert blocks[1].splitlines() == [
        "info[MPL219] n: 2 in 2 packages; --all shows them",
        "info[MPL661] n: 2 in 2 packages; --all shows them",
        "info[MPL742] n: only one (app/Classes/Sample.yaml:1:1)",
    ]
    rows = render("markdown", many_infos(), context).splitlines()[4:]
    assert [row.split(" | ")[0] for row in rows] == ["| warning", *["| info"] * 3]
    whole = ReportContext(RUN.packages)
    for name in ("concise", "json", "sarif"):
        assert render(name, many_infos(), context) == render(name, many_infos(), whole)


def test_related_places_beyond_the_first_have_no_source() -> None:
    related = tuple(Related(f"number {n}", place("⦅a⦆", "⦅⦆")) for n in range(30))
    found = [diagnostic(place("⟦a⟧"), related=related)]
    text = render("text", found, ReportContext(RUN.packages, sum_up=True))
    assert text.count(":::") == 3
    assert "= app/Classes/Sample.yaml:1:1: number 9\n" in text
    assert "= 20 more places; --all shows them\n" in text
    assert render("text", found, RUN).count(":::") == 30


URIS = {
    "a/Classes/X.yaml": "a/Classes/X.yaml",
    "./a b/ü:1.yaml": "a%20b/%C3%BC%3A1.yaml",
    "/abs/x#y": "file:///abs/x%23y",
    "../c%41": f"file://{quote(str(Path.cwd().parent))}/c%2541",
    f"{Path.cwd()}/x": "x",
}


@pytest.mark.parametrize("path", URIS)
def test_sarif_paths(path: str) -> None:
    match = [diagnostic(Place(File(path, "")))]
    (result,) = json.loads(render("sarif", match, RUN))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == URIS[path]


def test_fingerprints_survive_moving_lines() -> None:
    def prints(*sources: str) -> list[str]:
        log = json.loads(render("sarif", [diagnostic(place(source)) for source in sources], RUN))
        return [
            result["partialFingerprints"]["muranopl/v1"] for result in log["runs"][0]["results"]
        ]

    assert prints("a: ⟦b⟧\n") == prints("# new\n\n  a: ⟦b⟧\n")
    assert prints("a: ⟦b⟧\n") != prints("a: ⟦c⟧\n")
    assert len(set(prints("a: ⟦b⟧\na: b\n", "a: b\na: ⟦b⟧\n"))) == 2


def test_json_has_the_documented_fields() -> None:
    report = json.loads(render("json", EVERYTHING, RUN))
    assert list(report) == ["version", "tool", "diagnostics", "summary"]
    assert report["tool"] == {"name": "muranopl", "version": "1.2.3"}
    severities = [item.severity for item in EVERYTHING]
    counts = {f"{severity.value}s": severities.count(severity) for severity in Severity}
    assert report["summary"] == {**counts, "packages": 2}
    place_fields = ["file", "path", "line", "column", "end_line", "end_column"]
    for plain, result in zip(report["diagnostics"], EVERYTHING, strict=True):
        assert list(plain) == [
            *("code", "name", "severity", "message", *place_fields),
            *(
                "phase",
                "package",
                "notes",
                "related",
                "suggestion",
                "yaml_path",
                "model_path",
                "contract",
                "docs_url",
                "left_out",
                "fixes",
            ),
        ]
        assert (plain["file"], plain["path"]) == (result.file, result.path)
        assert (plain["line"], plain["docs_url"]) == (result.line, result.docs_url)
        seen = (plain["model_path"], plain["contract"])
        assert seen == (
            (result.in_model.path, result.in_model.contract) if result.in_model else (None, None)
        )
        assert all(list(related) == ["message", *place_fields] for related in plain["related"])


CLOSINGS = {
    (0, 0, 0): "All checks passed: 2 packages.",
    (1, 0, 0): "Found 1 error in 2 packages.",
    (2, 1, 3): "Found 2 errors, 1 warning, 3 infos in 2 packages.",
}


@pytest.mark.parametrize("numbers", CLOSINGS)
def test_the_last_line_sums_up(numbers: tuple[int, int, int]) -> None:
    result = [
        diagnostic(place("⟦a⟧"), severity=severity)
        for severity, number in zip(Severity, numbers, strict=True)
        for _ in range(number)
    ]
    assert render("text", result, RUN).splitlines()[-1] == CLOSINGS[numbers]
    last = render("text", result, ReportContext(RUN.packages, models=1)).splitlines()[-1]
    assert last == CLOSINGS[numbers].replace("2 packages", "2 packages and 1 object model")
    last = render("text", result, ReportContext(models=2)).splitlines()[-1]
    assert last == CLOSINGS[numbers].replace("2 packages", "2 object models")


def test_a_clean_package_is_a_passed_test() -> None:
    suites = ElementTree.fromstring(render("junit", CASES["one-line"], RUN))
    assert [(suite.get("name"), suite.get("failures")) for suite in suites] == [
        ("example.app", "1"),
        ("example.clean", "0"),
    ]
    assert suites.findall("testsuite[@name='example.clean']/testcase/*") == []


def test_every_golden_file_is_used() -> None:
    used = {*(f"text/{name}.txt" for name in CASES), "text/in-colour.txt", *FILES.values()}
    assert {
        path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file()
    } == used


def test_the_same_advice_in_one_file_is_grouped() -> None:
    found = [
        diagnostic(place(text), message, suggestion="quote it")
        for text, message in (("⟦a⟧", "a"), ("b⟦b⟧", "a"), ("cc⟦c⟧", "c"))
    ]
    context = ReportContext(RUN.packages, sum_up=True)
    blocks = render("text", found, context).split("\n\n")
    assert blocks[0].splitlines()[-3:] == [
        "  = more: muranopl explain MPL120",
        "  = also app/Classes/Sample.yaml:1:2",
        "  = also app/Classes/Sample.yaml:1:3: c",
    ]
    assert len(blocks) == 2
    # Two are shown as they are, and so is each of them where all is asked for
    assert len(render("text", found[:2], context).split("\n\n")) == 3
    assert render("text", found, RUN).count("help: quote it") == 3
