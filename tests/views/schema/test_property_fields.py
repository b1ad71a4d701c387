"""The fields of a form that the properties of a class depend on."""

from __future__ import annotations

import pytest

from muranopl.views.schema.property_fields import property_fields
from tests.language.grammar.test_ui import read

FORM = """\
Version: 2.4
Parameters: {p: 1}
Templates:
  t: {x: $.two.b, y: $u}
  u: $.two.c
Application:
  ?: {type: example.app.App}
"""


def fields_of(text: str, class_: str = "example.app.App") -> list[tuple[str, set[str]]]:
    """Return the properties of the objects of a class, with their fields."""
    definition, _ = read(text)
    return [(item.name, set(item.fields)) for item in property_fields(definition, class_)]


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ("text", set()),
        ("$.one.a", {"one.a"}),
        ("$forms.one.a + $.one?.b", {"one.a", "one.b"}),
        ("$.one.a.b.c", {"one.a"}),
        ("$.one", set()),
        ("$t", {"two.b", "two.c"}),
        ("repeat($u, $.one.n)", {"one.n", "two.c"}),
        ("ref(u)", {"two.c"}),
        ("str($p)", set()),
        ("\n    - $.one.a\n    - {k: $.one.b}", {"one.a", "one.b"}),
    ],
)
def test_fields_of_a_value(value: str, fields: set[str]) -> None:
    assert fields_of(f"{FORM}  v: {value}\n") == [("v", fields)]


def test_keys_that_are_expressions_are_no_properties() -> None:
    assert fields_of(f"{FORM}  $.one.key: a\n") == []


def test_objects_inside_and_templates() -> None:
    other = "{'?': {type: example.app.Other}, v: $.one.a}"
    form = FORM.replace("  u: $.two.c", f"  u: [{other}]") + f"  v: {{a: {other}}}\n"
    assert fields_of(form, "example.app.Other") == [("v", {"one.a"})] * 2
