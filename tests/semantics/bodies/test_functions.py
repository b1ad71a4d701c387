"""The table of functions that checks go by says what the functions that evaluate expressions are."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
import yaql
import yaql.legacy
from yaql.language import utils, yaqltypes

from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import (
    FIRST,
    GONE,
    TEST,
    UI,
    YAQL,
    Parameter,
    Signature,
    functions,
)
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.bounds import LIMITS
from tests.semantics.evaluation.registered import definitions, is_lazy, kind, shape, visible

RUNTIMES = [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]
PREFIXES = {"binary": "#operator_", "unary": "#unary_operator_", "property": "#property#"}
FORMS = {"function": "function", "method": "method", "both": "extension"}
# What the table leaves out is syntax, looked at elsewhere: names, access, logic, lists and
# mappings.
SYNTAX = {
    "#get_context_data", "#list", "#map", "*equal", "*not_equal", "#operator_.", "#operator_?.", "#operator_:",
    "#operator_->", "#operator_=>", "#unary_operator_:", "#operator_and", "#operator_or", "#unary_operator_not",
    "#operator_is", "#finalize", "#iter",
}  # fmt: skip
SAMPLES: dict[int, Any] = {
    kinds.NULL: None,
    kinds.BOOL: True,
    kinds.INT: 5,
    kinds.FLOAT: 1.5,
    kinds.STRING: "a",
    kinds.LIST: (1,),
    kinds.SET: frozenset({1}),
    kinds.DICT: utils.FrozenDict(a=1),
    kinds.DATETIME: datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    kinds.TIMESPAN: datetime.timedelta(1),
}


def declared(runtime: tuple[int, int], places: frozenset[str]) -> Iterator[Signature]:
    for name in signatures._lines():
        for form in signatures.named(name):
            if form.where not in {GONE, TEST, UI} and form.exists(runtime, places):
                yield form


def spelt(form: Signature) -> str:
    return "#indexer" if form.form == "index" else PREFIXES.get(form.form, "") + form.name


def row(form: Signature) -> tuple[Any, ...]:
    parameters = (
        (parameter, parameter.optional or bool(parameter.rest)) for parameter in form.parameters
    )
    result = tuple(
        (item.name, optional, item.code is not None, item.rest) for item, optional in parameters
    )
    return (spelt(form), FORMS.get(form.form, "operator"), result)


def live(runtime: tuple[int, int], *, core: bool) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every function of the evaluator's contexts, as a row of the table, with its definition."""
    return rows(layers.workflow(runtime, core=core))


def rows(layer: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for name, definition in definitions(layer, SYNTAX):
        if any(type(value.value_type).__name__ == "Yaqlized" for _, value in visible(definition)):
            continue  # Python objects that were made fit for yaql: there are none
        yield (name, kind(definition), shape(definition, is_code)), definition


def is_code(type_: Any) -> bool:
    """Whether a parameter takes an expression, or `key => value`."""
    return is_lazy(type_) or getattr(type_, "python_type", None) is utils.MappingRule


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("core", [False, True])
def test_the_same_functions(runtime: tuple[int, int], core: bool) -> None:
    places = frozenset({"core"}) if core else frozenset()
    assert {row(form) for form in declared(runtime, places)} == {
        item for item, _ in live(runtime, core=core)
    }


def legacy() -> Any:
    """What the dashboard evaluates UI definitions in, before it adds its own functions."""
    return yaql.legacy.create_context(context=layers.FunctionLayer(), convention=layers.CONVENTION)


def test_ui_definitions_have_the_functions_of_legacy_yaql() -> None:
    places = frozenset({YAQL})
    assert {row(form) for form in declared(FIRST, places)} == {
        item for item, _ in rows(legacy())
    }, "functions that yaql does not have are marked `*` in functions.txt"


def test_ui_definitions_have_functions_of_the_dashboard() -> None:
    added = {
        name for name in signatures.names() for form in signatures.named(name) if form.where == UI
    }
    assert added == {"encryptData", "generateHostname", "name", "ref", "repeat"}
    for name in added:
        assert functions(FIRST, frozenset({YAQL, UI})).functions(name)
        assert not any(
            form.where == UI for form in functions(FIRST, frozenset({YAQL})).functions(name)
        )
        assert not any(form.where == UI for form in functions(FIRST).functions(name))


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_same_values_are_taken(runtime: tuple[int, int]) -> None:
    engine = layers.engine(LIMITS, lenient=runtime <= layers.LEGACY)
    takes_all(runtime, frozenset(), layers.workflow(runtime, core=False), engine)


def test_the_same_values_are_taken_in_ui_definitions() -> None:
    """Their engine is yaql's own, for which mappings are not iterables."""
    takes_all(FIRST, frozenset({YAQL}), legacy(), yaql.YaqlFactory().create())


def takes_all(runtime: tuple[int, int], places: frozenset[str], context: Any, engine: Any) -> None:
    """No form refuses what the evaluator takes; the other way round nothing is lost but a finding."""
    known = functions(runtime, places)
    table: dict[tuple[Any, ...], list[Signature]] = {}
    for form in declared(runtime, places):
        table.setdefault(row(form), []).append(form)
    for result, definition in rows(context):
        for position, (_, parameter) in enumerate(visible(definition)):
            if isinstance(parameter.value_type, (yaqltypes.LazyParameterType, yaqltypes.Keyword)):
                continue
            for bit, sample in SAMPLES.items():
                if bit == kinds.STRING and "Class" in type(parameter.value_type).__name__:
                    continue  # looks the class up
                takes = parameter.value_type.check(sample, context, engine)
                ours = any(says(form.parameters[position], bit, known) for form in table[result])
                assert ours or not takes, f"{result[0]}: {parameter.name} takes {kinds.WORDS[bit]}"


def says(parameter: Parameter, bit: int, known: Any) -> bool:
    return bool((parameter.lenient if known.lenient else parameter.strict) & bit)


def test_names_of_results() -> None:
    """Items of results are those of a parameter that there is."""
    for name in signatures._lines():
        for form in signatures.named(name):
            items = form.result.items
            assert items in {None, "item", "Int", "String"} or items in {
                parameter.name for parameter in form.parameters
            }, name
