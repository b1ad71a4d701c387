"""Properties, methods and classes as expressions see them."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.language.contracts.apply import POISON
from muranopl.semantics.evaluation.errors import (
    ArgumentsError,
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    PropertyReadError,
    UninitializedError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.reflected import ReflectedType
from tests.semantics.evaluation.setting import Setting

CLASSES = """Name: Main
Extends: Base
Import: [Tools, More]
Properties:
  x: {Contract: $.int()}
  items: {Contract: [$]}
  map: {Contract: {}}
  other: {Contract: $.class(Main)}
  unset: {Contract: $, Usage: Out}
  same: {Contract: $}
Methods:
  initialize: {}
  run:
    Arguments:
    - a: {Contract: $}
    - b: {Contract: $, Default: 1}
  many:
    Arguments:
    - first: {Contract: $}
    - rest: {Contract: $, Usage: VarArgs}
    - named: {Contract: $, Usage: KwArgs}
  make: {Usage: Static, Arguments: {v: {Contract: $}}}
  act: {Usage: Action}
  notRun: {}
  violate: {}
  toUpper: {Usage: Extension, Arguments: {v: {Contract: $.int().notNull()}}}
---
Name: Base
Properties:
  y: {Contract: $}
  same: {Contract: $}
  fixed: {Contract: $, Usage: Static, Default: 4}
  valueless: {Contract: $, Usage: Static}
Methods:
  run: {}
  above: {Arguments: {v: {Contract: $}}}
---
Name: Tools
Methods:
  twice: {Usage: Extension, Arguments: {v: {Contract: $.string().notNull()}}}
  checked: {Usage: Extension, Arguments: {v: {Contract: $.int().check($ > 3)}}}
  ofMain: {Usage: Extension, Arguments: {v: {Contract: $.class(Main).notNull()}}}
  plain: {}
---
Name: More
Methods:
  twice: {Usage: Extension, Arguments: [{v: {Contract: [$.int()]}}, {times: {Contract: $}}]}
---
Name: Left
Extends: Base
Properties: {p: {Contract: $}}
Methods: {m: {}}
---
Name: Right
Properties: {p: {Contract: $}}
Methods: {m: {}}
---
Name: Both
Extends: [Left, Right]
---
Name: Wild
Methods: {violate: {Usage: Static}}
---
Name: Mark
Usage: Meta
Applies: [Property, Method]
"""


@pytest.fixture(scope="module", params=["1.0", "1.4"])
def setting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Setting:
    return Setting(tmp_path_factory.mktemp("package"), CLASSES, request.param)


@pytest.fixture
def main(setting: Setting) -> MuranoObject:
    """An object that owns `other`, which is of another class."""
    result = setting.object("Main", x=5, y=6, items=[1, {"a": [2]}], map={"k": [3]})
    result.name = "name of it"
    other = setting.object("Main", result, x=7, items=[])
    other.set("other", setting.object("Both", other, y=8))
    result.set("other", other)
    return result


VALUES: dict[str, Any] = {
    "$.x + $this.x": 10,
    "$.items": [1, {"a": [2]}],
    "$.items.last().a.first()": 2,
    "$.map.k": [3],
    "$.other.x": 7,
    "$.other.other.y": 8,
    "list($, $.other).x": [5, 7],
    "list($, $.other).select($.x)": [5, 7],
    "$.fixed": 4,
    ":Main.fixed": 4,
    ":Base.valueless": None,
    "$?.x": 5,
    "name($)": "name of it",
    "id($)": "id-Main",
    "$ = $this": True,
    "$ = $.other": False,
    "$.other.find(:Main) = $": False,
    "let($.other.find(Main)) -> $.x": 5,
    "$.find(:Main)": None,
    "find($.other.other, Main).x": 7,
    "$ is Main": True,
    "$ is :Base": True,
    "$ is :Left": False,
    "null is Main": False,
    "isObject($) and isObject(:Main)": True,
    "cast($, Main) = $": True,
    "cast($, Base) = $": False,
    "cast($, Base) = cast($, :Base)": True,
    "cast($, Base).y": 6,
    "super($).y": [6],
    "super($, $.y + 1)": [7],
    "psuper($).y": [6],
    "typeinfo($).name": "example.app.Main",
    "typeinfo(:Base).usage": "Class",
    "typeinfo(Mark).usage": "Meta",
    "typeinfo(Mark).cardinality": "One",
    "typeinfo(Mark).targets": ["Property", "Method"],
    "typeinfo(Mark).inherited": False,
    "typeinfo($).version.minor": 2,
    "str(typeinfo($).version)": "1.2.3",
    "typeinfo($).package.name": "example.app",
    "typeinfo($).package.types.name.len()": None,
    "typeinfo($).ancestors.name": ["example.app.Base", "io.murano.Object"],
    "typeinfo(cast($, Base)).name": "example.app.Base",
    "typeinfo($) = typeinfo(:Main)": True,
    "typeinfo($).properties.name.where($ in list(x, y, same))": ["y", "same", "x"],
    "typeinfo($).properties.where($.name = same).first().declaringType.name": "example.app.Main",
    "typeinfo($).properties.where($.name = fixed).first().usage": "Static",
    "typeinfo($).properties.where($.hasDefault).name.contains(fixed)": True,
    "typeinfo($).methods.where($.name = run).first().arguments.name": ["a", "b"],
    "typeinfo($).methods.where($.name = run).first().arguments.hasDefault": [False, True],
    "typeinfo($).methods.where($.name = many).first().arguments.usage": [
        "Standard",
        "VarArgs",
        "KwArgs",
    ],
    "typeinfo($).methods.where($.name = run).first().arguments.first().declaringMethod.declaringType.name": (
        "example.app.Main"
    ),
    "new(Main, x => 1).x": 1,
    "new(:Main, $, 'its name', {_attr => 1}, x => 1).find(Main).x": 5,
    "name(new(:Main, $, 'its name', x => 1))": "its name",
    "new(Main, {x => 2}, $).find(Main).x": 5,
    "new({:Main => {x => [3]}, name => n}, $).x": [3],
}


@pytest.mark.parametrize("text", VALUES)
def test_values(setting: Setting, main: MuranoObject, text: str) -> None:
    result = setting.run(text, dollar=main, this=main)
    if VALUES[text] is not None or text == "$.find(:Main)":
        assert result == VALUES[text]
        assert type(result) is type(VALUES[text])


def test_kinds_of_results(setting: Setting, main: MuranoObject) -> None:
    def run(text: str) -> Any:
        return setting.run(text, dollar=main, this=main)

    assert run("$") is main
    assert run("cast($, Base)") is main
    assert run("$.other.find(:Main)") is main
    assert run("{a => list($)}") == {"a": [main]}
    assert run("{$ => 1}") == {main: 1}
    assert run(":Main") == setting.main
    assert run("typeinfo($).type") == setting.main
    assert isinstance(run("typeinfo($)"), ReflectedType)
    assert run("type($)") == ("example.app.Main" if setting.main.runtime < (1, 4) else setting.main)
    assert run("type('Base')") == setting.types["example.app.Base"]
    assert run("new(:Main, $, n, {_attr => list(1), other => 2}, x => list(1))").attributes == {
        "_attr": [1]
    }
    assert isinstance(setting.run("$this", this=setting.main), MuranoType)
    assert setting.run("$this.fixed", this=setting.main) == 4


FAILURES: dict[str, type[Exception]] = {
    "$.absent": UninitializedError,
    "$.other.other.absent": PropertyReadError,
    "$.unset": UninitializedError,
    "$.poisoned": PoisonedError,
    "$?.poisoned": PoisonedError,
    "list($).select($.poisoned)": PoisonedError,
    "$.other.other.p": EvaluationError,
    "cast($, Base).x": PropertyReadError,
    ":Main.x": PropertyReadError,
    ":Main.absent": PropertyReadError,
    "cast($, Left)": EvaluationError,
    "cast(cast($, Base), Main)": UnknownTypeError,
    "cast($, Absent)": UnknownTypeError,
    "new(Absent, x => 1)": UnknownTypeError,
    "z:Main": UnknownTypeError,
    "5 is Main": EvaluationError,
    "dump($)": NotEvaluatedError,
    "str($)": NotEvaluatedError,
    "typeinfo($).meta": NotEvaluatedError,
    "typeinfo($).properties.first().getValue($)": NotEvaluatedError,
    "typeinfo($).properties.first().setValue($, 1)": NotEvaluatedError,
    "typeinfo($).methods.first().invoke($, 1)": NotEvaluatedError,
    # Nothing of Python can be reached.
    "$._type": UninitializedError,
    "$.type": UninitializedError,
    "$.properties": UninitializedError,
    "$.get(x)": EvaluationError,
    "$.set(x, 1)": EvaluationError,
    "$.__init__()": EvaluationError,
    ":Main.complete": PropertyReadError,
    "$['x']": EvaluationError,
    "typeinfo($).declaration": EvaluationError,
    "typeinfo($).version.coerce('1')": EvaluationError,
    "typeinfo($).version._cmp": EvaluationError,
    "regex(a).compiled": EvaluationError,
    "let(1).run": EvaluationError,
}


@pytest.mark.parametrize("text", FAILURES)
def test_failures(setting: Setting, main: MuranoObject, text: str) -> None:
    main.set("poisoned", POISON)
    with pytest.raises(FAILURES[text]) as caught:
        setting.run(text, dollar=main, this=main)
    assert " at 0x" not in str(caught.value)
    assert "muranopl" not in str(caught.value)


def test_a_class_sees_what_it_and_its_ancestors_declare(
    setting: Setting, main: MuranoObject
) -> None:
    assert setting.run("$.x", dollar=main, scope="Main") == 5
    assert setting.run("$.x", dollar=main, scope="Tools") == 5
    assert setting.run("$.y", dollar=main, scope="Base") == 6
    with pytest.raises(UninitializedError):
        setting.run("$.x", dollar=main, scope="Base")


def test_changed_properties_are_seen(setting: Setting, main: MuranoObject) -> None:
    assert setting.run("$.items.len()", dollar=main) == 2
    main.set("items", [1, 2, 3])
    assert setting.run("$.items.len()", dollar=main) == 3


# What is called: method, arguments by name, and the class in place of a receiver that is not an object.
CALLS: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "$.run()": ("run", {}, None),
    "$.run(1)": ("run", {"a": 1}, None),
    "$.run(list(1).select($), {a => $.x})": ("run", {"a": [1], "b": {"a": 5}}, None),
    "$.run(1, b => 2)": ("run", {"a": 1, "b": 2}, None),
    "$.run(, 2)": ("run", {"b": 2}, None),
    "$.run(b => 2)": ("run", {"b": 2}, None),
    "$?.run(1)": ("run", {"a": 1}, None),
    "list($).select($.run($.x)).first()": ("run", {"a": 5}, None),
    "$.many(1, 2, 3, c => 4)": ("many", {"first": 1, "rest": [2, 3], "named": {"c": 4}}, None),
    "$.many(first => 1)": ("many", {"first": 1, "rest": [], "named": {}}, None),
    "$.above(null)": ("above", {"v": None}, None),
    "$.act()": ("act", {}, None),
    "$.make(1)": ("make", {"v": 1}, None),
    ":Main.make(v => 1)": ("make", {"v": 1}, "Main"),
    "cast($, Base).run()": ("run", {}, None),
    "super($, $.run()).first()": ("run", {}, None),
    "call(run, list(1), {b => 2}, $)": ("run", {"a": 1, "b": 2}, None),
    "abc.twice()": ("twice", {"v": "abc"}, "Tools"),
    "list(1).twice(2)": ("twice", {"v": [1], "times": 2}, "More"),
    "list(1).twice(times => 2)": ("twice", {"v": [1], "times": 2}, "More"),
    "4.checked()": ("checked", {"v": 4}, "Tools"),
    "$.ofMain()": ("ofMain", {"v": ...}, "Tools"),
    ":Tools.twice(abc)": ("twice", {"v": "abc"}, "Tools"),
    "5.toUpper()": ("toUpper", {"v": 5}, "Main"),
}


@pytest.mark.parametrize("text", CALLS)
def test_calls(setting: Setting, main: MuranoObject, text: str) -> None:
    method, arguments, class_ = CALLS[text]
    setting.context.calls.clear()
    assert setting.run(text, dollar=main, this=main)["method"] == method
    ((receiver, name, given),) = setting.context.calls
    assert (name, given) == (
        method,
        {key: main if value is ... else value for key, value in arguments.items()},
    )
    assert receiver == (main if class_ is None else setting.types[f"example.app.{class_}"])


def test_which_declaration_is_called(setting: Setting, main: MuranoObject) -> None:
    seen = []
    call = setting.context.call
    setting.context.call = lambda receiver, method, *rest: (  # type: ignore[method-assign]
        seen.append(method.declaring.name.rpartition(".")[2]),
        call(receiver, method, *rest),
    )[1]
    try:
        setting.run(
            "list($.run(), cast($, Base).run(), abc.twice(), list(1).twice())",
            dollar=main,
            this=main,
        )
    finally:
        setting.context.call = call  # type: ignore[method-assign]
    assert seen == ["Main", "Base", "Tools", "More"]


CALL_FAILURES: dict[str, type[Exception]] = {
    "$.run(1, 2, 3)": ArgumentsError,
    "$.run(c => 2)": ArgumentsError,
    "$.run(1, a => 2)": ArgumentsError,
    "$.absent()": EvaluationError,
    ":Main.run()": EvaluationError,
    "$.initialize()": EvaluationError,
    "$.other.other.m()": EvaluationError,
    "run()": EvaluationError,
    "3.checked()": EvaluationError,
    "$.other.other.ofMain()": EvaluationError,
    "abc.plain()": EvaluationError,
    "{a => 1}.twice()": EvaluationError,
    ":Right.twice(a)": EvaluationError,
    "$.notRun()": NotEvaluatedError,
    "$.violate()": ValueError,
}


@pytest.mark.parametrize("text", CALL_FAILURES)
def test_call_failures(setting: Setting, main: MuranoObject, text: str) -> None:
    with pytest.raises(CALL_FAILURES[text]) as caught:
        setting.run(text, dollar=main, this=main)
    assert type(caught.value) is CALL_FAILURES[text]


def test_extensions_are_seen_where_they_are_imported(setting: Setting) -> None:
    assert setting.run("abc.twice()", scope="Tools")["method"] == "twice"
    assert setting.run("abc.toUpper()") == "ABC"
    for scope in ("Base", "Right"):
        with pytest.raises(EvaluationError):
            setting.run("abc.twice()", scope=scope)
