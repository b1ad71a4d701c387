"""Forms filled in: what each type of field makes of an answer, what expressions make of the values, and places."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.limits import lower_limits
from tests.material import write

PACKAGE = """\
=== Classes/App.yaml
Namespaces: {=: example.app, std: io.murano}
Name: App
Extends: std:Application
Properties:
  v: {Contract: $}
  w: {Contract: $}
=== UI/ui.yaml
"""
APPLICATION = "Application:\n  ?: {type: example.app.App}\n"


def filled(ui: str, answers: Any, folder: Path, **options: Any) -> muranopl.RenderResult:
    """Fill in the form of a package with a UI definition."""
    write(files(PACKAGE + ui), folder)
    return muranopl.Catalog(folder).render_form(
        "example.app", answers, **{"unrendered": True, **options}
    )


def of_field(attributes: str, answer: Any, folder: Path) -> tuple[Any, list[str]]:
    """What one field sends for an answer (`...`: none is given), and the codes and problems that are reported."""
    field = f"\n        - {{name: x, {attributes}}}\n"
    ui = f"Version: 2.4\n{APPLICATION}  v: $.one.x\nForms:\n  - one:\n      fields:{field}"
    result = filled(ui, {} if answer is ... else {"one": {"x": answer}}, folder)
    told = [
        f"{diagnostic.code} {diagnostic.message.rpartition(': ')[2] * (': ' in diagnostic.message)}"
        for diagnostic in result.diagnostics
    ]
    return (... if result.model is None else result.model["v"]), told


VALUES: list[tuple[str, Any, Any]] = [
    # attributes of the field, the answer, the value
    ("type: string", " a ", "a"),
    ("type: string, strip: false", " a ", " a "),
    ("type: string", 5, "5"),
    ("type: string, initial: a & b", ..., "a &amp; b"),
    ("type: string, initial: a & b", "a & b", "a & b"),
    ("type: string, initial: 5", ..., "5"),
    ("type: string, initial: [1, a]", ..., "[1, &#x27;a&#x27;]"),
    ("type: string, required: false", ..., ""),
    ("type: string, required: false, emptyValue: none", None, "none"),
    ("type: string, required: $.a", "x", "x"),
    ("type: string, hidden: true, initial: a", ..., "a"),
    ("type: text, hidden: true", "a", "a"),
    ("type: string, regexpValidator: '/^A/i'", "abc", "abc"),
    ("type: string, regexpValidator: '/^[a-z]+$/a'", "abc", "abc"),
    ("type: string, regexpValidator: '/^A .$/aimsx'", "ab", "ab"),
    ("type: string, regexpValidator: '/^[a-z]+$/uq'", "abc", "abc"),
    ("type: string, minLength: .inf, maxLength: .inf", "abc", "abc"),
    ("type: password, label: P", "aA1!aaa", "aA1!aaa"),
    ("type: password, label: P, regexpValidator: '^a'", "a", "a"),
    ("type: clusterip", "10.0.0.1", "10.0.0.1"),
    ("type: integer", "007", 7),
    ("type: integer", 1.0, 1),
    ("type: integer, stepSize: 2", f"1{'0' * 400}", 10**400),
    ("type: integer, stepSize: 0.5", f"1{'0' * 400}", 10**400),
    ("type: integer, stepSize: 0.1", 3, 3),
    ("type: integer, stepSize: .inf", 3, 3),
    ("type: integer, stepSize: .nan", 3, 3),
    ("type: integer, initial: 0", ..., 0),
    ("type: integer, required: false", ..., None),
    ("type: integer, initial: 3, required: false", None, None),
    ("type: boolean", ..., False),
    ("type: boolean, initial: true", ..., True),
    ("type: boolean, initial: true", False, False),
    ("type: databaselist", "a, b", ["a", "b"]),
    ("type: databaselist", ["a", "b"], ["a", "b"]),
    ("type: databaselist, required: false", ..., []),
    ("type: network", ..., [None, None]),
    ("type: network", "n", ["n", None]),
    ("type: network", ["n", "s"], ["n", "s"]),
    ("type: choice, choices: [[1, One], [true, Two]]", ..., "1"),
    ("type: choice, choices: [[1, One], [true, Two]]", True, "True"),
    ("type: choice, choices: {keyOne: One}", "key_one", "key_one"),
    ("type: choice, choices: [[a, A], [b, B]], initial: b", ..., "b"),
    ("type: choice, choices: [[a, A]], initial: z", ..., "a"),
    ("type: choice, choices: [[Group, [[a, A]]]]", "a", "a"),
    ("type: flavor", "m1.small", "m1.small"),
    ("type: keypair, required: false", ..., ""),
    ("type: io.murano.Object", "id", "id"),
    ("type: io.murano.Object", {"?": {"id": "there", "type": "io.murano.Object"}}, "there"),
    ("type: io.murano.Object, required: false", ..., None),
    ("type: string, enabled: $.nothing", "x", "x"),
    ("type: string, enabled: $.nothing", ..., ""),
    ("type: string, validators: [{expr: !yaql 'len($) > 1', message: never}]", "ab", "ab"),
    (
        "type: string, regexpValidator: '^a', validators: [{expr: {regexpValidator: '^b'}, message: m}]",
        "b",
        "b",
    ),
    (
        "type: string, validators: [{expr: {regexpValidator: '^b'}, message: m}], regexpValidator: '^a'",
        "a",
        "a",
    ),
    ("type: string, regexpValidator: '^a', validators: []", "b", "b"),
    ("type: string, regexpValidator: '^a', validators: $.a", "b", "b"),
    ("type: string, regexpValidator: $.a", "b", "b"),
    ("type: string, validators: [{expr: {regexpValidator: $.a}, message: m}]", "b", "b"),
    ("type: string, validators: [{expr: 5, message: m}]", "b", "b"),
    ("type: password, label: P, validators: [{expr: 5, message: m}]", "b", "b"),
]


@pytest.mark.parametrize(("attributes", "answer", "value"), VALUES)
def test_value(attributes: str, answer: Any, value: Any, tmp_path: Path) -> None:
    assert of_field(attributes, answer, tmp_path) == (value, [])


REFUSED: list[tuple[str, Any, str]] = [
    # attributes of the field, the answer, what is reported
    ("type: string", ..., "MPL544"),
    ("type: string", "  ", "MPL544"),
    ("type: string", True, "MPL543 it accepts strings"),
    ("type: string", ["a"], "MPL543 it accepts strings"),
    ("type: string, maxLength: 2", "abc", "MPL543 it accepts at most 2 characters (maxLength), not 3"),
    ("type: string, minLength: 2", "a", "MPL543 it accepts at least 2 characters (minLength), not 1"),
    (
        "type: string, regexpValidator: '^a$', errorMessages: {invalid: only a}",
        "b",
        'MPL543 it must match ^a$ ("only a")',
    ),
    (r"type: string, regexpValidator: '/^\w+$/a'", "ä", r"MPL543 it must match /^\w+$/a"),
    ("type: string, regexpValidator: '^a$', initial: b", ..., "MPL543 it must match ^a$"),
    (
        "type: string, validators: [{expr: {regexpValidator: '^a'}, message: never}]",
        "b",
        'MPL543 it must match ^a ("never")',
    ),
    (
        "type: string, validators: [{expr: !yaql 'len($) > 1', message: never}]",
        "a",
        'MPL543 len($) > 1 is not true ("never")',
    ),
    (
        "type: string, Validators: [{Expr: {RegexpValidator: '^a'}, Message: never}]",
        "b",
        'MPL543 it must match ^a ("never")',
    ),
    (
        "type: string, regexpValidator: '^b', validators: [{expr: {regexpValidator: '^a'}, message: never}]",
        "b",
        'MPL543 it must match ^a ("never")',
    ),
    (
        "type: string, validators: [], regexpValidator: '^a', errorMessages: {invalid: only a}",
        "b",
        'MPL543 it must match ^a ("only a")',
    ),
    ("type: password, label: P, regexpValidator: $.a", "aaaaaaaa", "MPL543 it accepts passwords with a digit"),
    ("type: string, hidden: true, initial: a", "b", "MPL543 it is hidden, and always sends its initial value"),
    ("type: string, hidden: true", ..., "MPL544 the page can never be submitted"),
    ("type: password, label: P", "aaaaaaaa", "MPL543 it accepts passwords with a digit"),
    ("type: password, label: P", "aA1!", "MPL543 it accepts at least 7 characters (minLength), not 4"),
    ("type: clusterip", "10.0.0", "MPL543 it accepts IPv4 addresses"),
    ("type: integer", "many", "MPL543 it accepts whole numbers"),
    ("type: integer", 1.5, "MPL543 it accepts whole numbers"),
    ("type: integer", True, "MPL543 it accepts whole numbers"),
    ("type: integer, minValue: 2", 1, "MPL543 it accepts numbers from 2 (minValue)"),
    ("type: integer, maxValue: 2", 3, "MPL543 it accepts numbers up to 2 (maxValue)"),
    ("type: integer, stepSize: 2", 3, "MPL543 it accepts multiples of 2 (stepSize)"),
    ("type: integer, stepSize: 2", f"1{'0' * 399}1", "MPL543 it accepts multiples of 2 (stepSize)"),
    ("type: integer, stepSize: 0.4", 3, "MPL543 it accepts multiples of 0.4 (stepSize)"),
    ("type: boolean", "true", "MPL543 it accepts true or false"),
    ("type: databaselist", "a b", "MPL543 it accepts names of letters, digits and _ $ # @, separated by commas"),
    ("type: databaselist", " ", "MPL543 it accepts names of letters, digits and _ $ # @, separated by commas"),
    ("type: network", ["a", "b", "c"], "MPL543 it accepts the id of a network, or [network, subnet], or null for Auto"),
    ("type: choice, choices: [[a, A], [b, B]]", "c", 'MPL543 its choices are "a", "b"'),
    ("type: choice, choices: {keyOne: One}", "keyOne", 'MPL543 its choices are "key_one"'),
    ("type: image", ..., "MPL544 only the cloud knows which images exist"),
    ("type: network, allowAuto: 0", ..., "MPL544 only the cloud knows which networks exist"),
    ("type: network, allowAuto: false", ..., "MPL544 only the cloud knows which networks exist"),
    ("type: io.murano.Object", ..., "MPL544 it is an existing object of io.murano.Object"),
    ("type: io.murano.Object", {"a": 1}, 'MPL543 it accepts the id of an object, or an object with a header, "?"'),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "answer", "told"), REFUSED)
def test_refused(attributes: str, answer: Any, told: str, tmp_path: Path) -> None:
    value, result = of_field(attributes, answer, tmp_path)
    assert value is ...
    assert [item.rstrip() for item in result] == [told]


DATA = {"one": {"x": "web", "n": 2}}
FORMS = """\
Forms:
  - one:
      fields:
        - {name: x, type: string}
        - {name: n, type: integer}
"""
MODELS: list[tuple[str, str, Any]] = [
    # the value of `v`, other sections, what becomes of it
    ("$.one.x", "", "web"),
    ("$forms.one.n", "", 2),
    ("$.workflowManagement.application_name", "", "app"),
    ("generateHostname('a-#', $.one.n)", "", "a-2"),
    ("generateHostname(number => 3, pattern => 'a#')", "", "a3"),
    ("repeat($t, 2)", "Templates:\n  t: [$index, $.one.x]\n", [[1, "web"], [2, "web"]]),
    ("repeat($t, 2)", "Templates:\n  t: {a: $u}\n  u: $index\n", [{"a": 1}, {"a": 2}]),
    ("repeat($nothing, 2)", "", [None, None]),
    ("switch($.one.n, $ = 2 => $t)", "Templates:\n  t: $.one.x\n", "web"),
    ("switch($.one.n, $ = 3 => $t)", "Templates:\n  t: $.one.x\n", None),
    ("list($t, $t)", "Templates:\n  t: {a: $.one.n}\n", [{"a": 2}, {"a": 2}]),
    ("$p.a", "Parameters:\n  q: 1\n  p: {a: $q + 1}\n", 2),
    ("ref(nothing)", "", None),
    ("$.one.x.toUpper()", "", "WEB"),
    ("$.typo", "", None),
    ("$.one.typo", "", None),
    ("$.typo?.x", "", None),
    ("list(1, 2).select($ + 1)", "", [2, 3]),
    ("dict(a => list(1, 2).select($ + 1))", "", {"a": [2, 3]}),
    ("list(list(1).select($t))", "Templates:\n  t: {a: $.one.x}\n", [{"a": "web"}]),
]


@pytest.mark.parametrize(("value", "sections", "made"), MODELS)
def test_model(value: str, sections: str, made: Any, tmp_path: Path) -> None:
    ui = f'Version: 2.4\n{sections}{APPLICATION}  v: !yaql "{value}"\n{FORMS}'
    result = filled(ui, DATA, tmp_path)
    assert (result.model or {}).get("v", ...) == made, result.diagnostics


def test_objects_have_ids_and_shared_ones_the_same(tmp_path: Path) -> None:
    sections = "Templates:\n  t:\n    ?: {type: example.app.App}\n"
    ui = f"Version: 2.4\n{sections}{APPLICATION}  v: list($t, $t)\n  w: list(ref(t), ref(t), ref(t, other))\n"
    first, again = filled(ui, {}, tmp_path).model, filled(ui, {}, tmp_path).model
    assert first is not None
    assert first == again
    one, two = (item["?"]["id"] for item in first["v"])
    shared, reference, other = first["w"]
    assert len({one, two, shared["?"]["id"], other["?"]["id"], first["?"]["id"]}) == 5
    assert reference == shared["?"]["id"]


def test_environment_has_the_application_and_those_chosen(tmp_path: Path) -> None:
    forms = "Forms:\n  - one:\n      fields: [{name: x, type: example.app.App}]\n"
    ui = f"Version: 2.4\n{APPLICATION}  v: $.one.x\n{forms}"
    answers = {"one": {"x": {"?": {"type": "example.app.App"}, "w": 1}}}
    result = filled(ui, answers, tmp_path, unrendered=False, name="shop")
    assert result.model is not None, result.diagnostics
    application, other = result.model["applications"]
    assert application["?"]["name"] == "shop"
    assert application["v"] == other["?"]["id"]
    assert other["w"] == 1


@pytest.mark.parametrize(("version", "name"), [("2.1", None), ("2.2", "app")])
def test_name_is_asked_for_since_2_2(version: str, name: str | None, tmp_path: Path) -> None:
    result = filled(f"Version: {version}\n{APPLICATION}", {}, tmp_path)
    assert result.model is not None
    assert result.model["?"].get("name") == name


SEEN = """\
Forms:
  - one:
      fields:
        - {name: x, type: databaselist}
  - two:
      fields:
        - name: a
          type: string
          enabled: $.one.x[1] = n and $.two = null
          initial: $.one.x[0]
          required: false
        - {name: b, type: string, enabled: $.two.a = m and $.two.c = null, required: false}
        - {name: c, type: string, initial: !yaql "$.two?.b", required: false}
"""


def test_what_expressions_of_fields_see(tmp_path: Path) -> None:
    ui = f"Version: 2.4\n{APPLICATION}  v: $.two\n  w: $.one.x\n{SEEN}"
    result = filled(ui, {"one": {"x": ["m", "n"]}, "two": {"b": "b"}}, tmp_path)
    other = filled(ui, {"one": {"x": ["m", "o"]}, "two": {"b": "", "c": "c"}}, tmp_path)
    assert result.model is not None, result.diagnostics
    assert other.model is not None, other.diagnostics
    assert (result.model["v"], result.model["w"]) == ({"a": "m", "b": "b", "c": ""}, ["m", "n"])
    assert other.model["v"] == {"a": "m", "b": "", "c": "c"}


def test_parameters_source(tmp_path: Path) -> None:
    ui = f"Version: 2.4\nParameters: {{p: 1, q: 2}}\nParametersSource: m\n{APPLICATION}  v: list($p, $q)\n"
    without, given = (filled(ui, {}, tmp_path), filled(ui, {}, tmp_path, parameters={"q": 3}))
    assert [diagnostic.code for diagnostic in without.diagnostics] == ["MPL548"]
    assert without.model is not None
    assert given.model is not None
    assert (without.model["v"], given.model["v"]) == ([1, 2], [1, 3])


STAND_INS = ["generateHostname('', 1)", "encryptData(secret)"]


@pytest.mark.parametrize("expression", STAND_INS)
def test_stand_in(expression: str, tmp_path: Path) -> None:
    result = filled(f"Version: 2.4\n{APPLICATION}  v: {expression}\n", {}, tmp_path)
    assert [(diagnostic.code, diagnostic.line) for diagnostic in result.diagnostics] == [
        ("MPL549", 4)
    ]
    assert result.model is not None
    assert f'"{result.model["v"]}" is a placeholder' in result.diagnostics[0].message


UNKNOWN: list[tuple[Any, list[str]]] = [
    ({"one": {"y": 1, "x": "a", "n": 1}}, ['MPL542 form "one" has no field "y"']),
    ({"one": {"X": "a", "n": 1}}, ['MPL542 form "one" has no field "X"']),
    ({"ones": {"x": "a"}}, ['MPL542 the UI definition has no form "ones"']),
    ({"one": 5}, ['MPL541 the answers to form "one" must be a mapping, not the number "5"']),
    ([], ["MPL541 the answers must be a mapping, not a list"]),
    ({"one": {"x": "a", "n": 1}, "workflowManagement": {"application_name": "a b"}}, ["MPL543 "]),
]


@pytest.mark.parametrize(("answers", "told"), UNKNOWN)
def test_unknown_answer(answers: Any, told: list[str], tmp_path: Path) -> None:
    result = filled(f"Version: 2.4\n{APPLICATION}  v: $.one.x.y\n{FORMS}", answers, tmp_path)
    match = [f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics]
    assert [item[: len(text)] for item, text in zip(match, told, strict=True)] == told
    assert result.model is None


def test_many_unknown_answers_have_few_suggestions(tmp_path: Path) -> None:
    fields = "".join(f"        - {{name: a{n:04}, type: boolean}}\n" for n in range(1000))
    ui = f"Version: 2.4\n{APPLICATION}Forms:\n  - one:\n      fields:\n{fields}"
    write(files(PACKAGE + ui), tmp_path)
    answers = {"one": {f"a{n:04}b": True for n in range(1000)} | {"other": 1}}
    result = muranopl.Catalog(tmp_path, max_per_code=None).render_form("example.app", answers)
    told = [diagnostic.suggestion for diagnostic in result.diagnostics]
    listed = "fields are a0000, a0001, a0002, a0003, a0004, a0005, a0006, a0007 and 992 more"
    assert told == [f'did you mean "a{n:04}"?' for n in range(50)] + [listed] * 951


def test_answers_to_a_form_without_a_name(tmp_path: Path) -> None:
    """That they are not a mapping says nothing of those to other forms."""
    unnamed = '  - "":\n      fields: [{name: y, type: boolean}]\n'
    result = filled(
        f"Version: 2.4\n{APPLICATION}{FORMS}{unnamed}", {"": 5, "one": {"n": 1}}, tmp_path
    )
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL541", "MPL544"]


LONG = "range(0, 100)"


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


FAILING = {
    "attribute of null": "  v: $.typo.x\n",
    "unknown function": "  v: randomName()\n",
    "set": "  v: set(1)\n",
    "lazy sequence": "  v: $.list(1).select($.x)\n",
    "lazy sequence in a mapping": "  v: dict(a => list(1).select($.x))\n",
    "lazy sequence deep inside": "  v: list(list(list(1).select($.x)))\n",
    "long lazy sequence": "  v: range(0, 100000).select($)\n",
    "repeat": "  v: repeat(x, 1000000000)\n",
    "circle of templates": "  v: $t\nTemplates:\n  t: {a: $t}\n",
    "circle of expressions": "  v: $t\nTemplates:\n  t: $t\n",
    "circle of repeats": "  v: $t\nTemplates:\n  t: repeat($t, 1)\n",
    "circle of references": "  v: ref(t)\nTemplates:\n  t: {a: ref(t)}\n",
    "many copies": "  v: $t1\nTemplates:\n"
    + "".join(f"  t{n}: [$t{n + 1}, $t{n + 1}]\n" for n in range(1, 40)),
    "deep templates": "  v: $t1\nTemplates:\n"
    + "".join(f"  t{n}: [$t{n + 1}]\n" for n in range(1, 400)),
    "all expressions together": "Forms:\n  - f:\n      fields:\n"
    + "".join(
        f"        - {{name: x{n}, type: boolean, label: !yaql '{LONG}.select({LONG}.select($ + 1).sum())'}}\n"
        for n in range(60)
    ),
    "regular expression": """\
Forms:
  - one:
      fields:
        - {name: x, type: string, initial: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!, regexpValidator: '^(a|a|b?)+(c|d)$'}
""",
}


@pytest.mark.parametrize("kind", FAILING)
def test_failing_expression(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch, total_steps=50_000)
    result = filled(f"Version: 2.4\n{APPLICATION}{FAILING[kind]}", {}, tmp_path)
    assert result.model is None
    assert [diagnostic.code for diagnostic in result.diagnostics] in (["MPL546"], ["MPL543"])
    assert all(diagnostic.path.endswith("ui.yaml") for diagnostic in result.diagnostics)


PARTS: list[tuple[str, str]] = [
    # the expression, the part that is pointed at
    ("list(1, $.typo.x, $.one.x)", "list(1, $.typo.x, $.one.x)"),
    ("list(1, $.typo.field)", "field"),
    ("concat(a, b).toUpper() + len(null)", "len(null)"),
    ("list($.one.x + 1)", "$.one.x + 1"),
    ("list($.one.x[0], 2)", "$.one.x[0]"),
    ("list($.one.x + 1, $.one.x + 2)", "list($.one.x + 1, $.one.x + 2)"),
    ("repeat($t, 2)", "z"),
]


@pytest.mark.parametrize(("expression", "part"), PARTS)
def test_the_part_that_fails_is_pointed_at(expression: str, part: str, tmp_path: Path) -> None:
    ui = (
        f"Version: 2.4\n{APPLICATION}  v: {expression}\nTemplates:\n  t: list($.nothing.z)\n{FORMS}"
    )
    (result,) = filled(ui, DATA, tmp_path).diagnostics
    line = ui.splitlines()[result.line - 1]
    told = line[result.column - 1 : result.end_column - 1]
    assert (result.code, told) == ("MPL546", part)


HOSTILE: list[tuple[str, Any, str]] = [
    # the rest of the definition, answers, the code
    (FORMS, {"one": {"x": [[]] * 2, "n": 1}}, "MPL543"),
    (FORMS, {"one": {"x": _nested(500), "n": 1}}, "MPL515"),
    (f"  v: {'[' * 500}{']' * 500}\n", {}, "MPL117"),
    ("  v: range(300).aggregate([$1], 1)\n", {}, "MPL546"),
    ("  v: $p\nParameters:\n  p: range(300).aggregate([$1], 1)\n", {}, "MPL546"),
    ("  v: 2024-01-01\n", {}, "MPL534"),
    ("  2024-01-01: v\n", {}, "MPL534"),
    ("  v: {[a]: 1}\n", {}, "MPL114"),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_what_cannot_be_sent(number: int, tmp_path: Path) -> None:
    rest, answers, code = HOSTILE[number]
    result = filled(f"Version: 2.4\n{APPLICATION}{rest}", answers, tmp_path)
    assert code in {diagnostic.code for diagnostic in result.diagnostics}, result.diagnostics
    assert not any(diagnostic.code == "MPL001" for diagnostic in result.diagnostics)


def test_a_password_is_not_told(tmp_path: Path) -> None:
    ui = f"{APPLICATION}Forms: [f: {{fields: [{{name: x, type: password, label: P}}]}}]\n"
    result = filled(ui, {"f": {"x": "secret"}}, tmp_path)
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL543"]
    assert "secret" not in result.diagnostics[0].message


def test_values_have_the_place_they_are_written_at(tmp_path: Path) -> None:
    classes = PACKAGE.replace("v: {Contract: $}", "v: {Contract: [{size: $.int().notNull()}]}")
    ui = f"Version: 2.4\n{APPLICATION}  v: repeat($t, 1)\nTemplates:\n  t:\n    size: $.one.x\n{FORMS}"
    write(files(classes + ui), tmp_path)
    result = muranopl.Catalog(tmp_path).render_form(None, DATA)
    refused = [
        diagnostic for diagnostic in result.diagnostics if diagnostic.severity.value == "error"
    ]
    assert [(item.code, Path(item.path).name, item.line) for item in refused] == [
        ("MPL520", "ui.yaml", 7)
    ]
    assert refused[0].in_model is not None
    assert refused[0].in_model.path == "$.applications[0].v[0]['size']"


def test_wrong_usage(tmp_path: Path) -> None:
    write(files(PACKAGE + APPLICATION), tmp_path)
    catalog = muranopl.Catalog(tmp_path)
    for wrong in ({"package": "no.such"}, {"package": None, "name": "a b"}):
        with pytest.raises(muranopl.UsageError):
            catalog.render_form(answers={}, **wrong)  # type: ignore[arg-type]


FORM = "Application: {?: {type: a.A}}\n"
CHOICES: list[tuple[list[tuple[str, str, bool]], str | None, str]] = [
    # packages (name, version, has forms), the one that is wanted, the message
    (
        [("a", "1.0.0", False), ("b", "1.0.0", False)],
        None,
        "none of the 2 packages has forms: a/1.0.0, b/1.0.0",
    ),
    (
        [("a", "1.0.0", True), ("b", "1.0.0", True)],
        None,
        "2 packages have forms (a/1.0.0, b/1.0.0): pass only one of them, or name it",
    ),
    (
        [(name, "1.0.0", True) for name in "abcde"],
        None,
        "5 packages have forms (a/1.0.0, b/1.0.0, c/1.0.0 and 2 more): pass only one of them, or name it",
    ),
    (
        [("a", "1.0.0", True), ("a", "2.0.0", True)],
        "a",
        "package: 2 versions have forms (a/1.0.0, a/2.0.0): write name/version",
    ),
    (
        [("a", "1.0.0", False), ("a", "2.0.0", False)],
        "a",
        "none of the 2 packages has forms: a/1.0.0, a/2.0.0",
    ),
    ([("a", "1.0.0", False), ("b", "1.0.0", True)], None, ""),
    ([("a", "1.0.0", False), ("a", "2.0.0", True)], "a", ""),
    ([("a", "1.0.0", True), ("a", "2.0.0", True)], "a/2.0.0", ""),
]


@pytest.mark.parametrize(("packages", "wanted", "told"), CHOICES)
def test_choice_of_package(
    packages: list[tuple[str, str, bool]], wanted: str | None, told: str, tmp_path: Path
) -> None:
    for at, (name, version, has_forms) in enumerate(packages):
        manifest = f"Format: '1.4'\nType: Application\nFullName: {name}\nVersion: {version}\nClasses: {{}}\n"
        ui = f"=== UI/ui.yaml\n{FORM}" if has_forms else ""
        write(files(f"=== manifest.yaml\n{manifest}{ui}"), tmp_path / str(at))
    with pytest.raises(muranopl.UsageError) if told else nullcontext() as raised:
        muranopl.Catalog(tmp_path).render_form(wanted, {})
    assert raised is None or str(raised.value) == told
