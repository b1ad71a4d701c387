"""What UI definitions say of the properties of the objects that they create."""

from __future__ import annotations

import pytest

from muranopl.views.schema.definition_hints import created_classes, definition_hints
from tests.language.grammar.test_ui import read

FORM = """\
Version: 2.4
Application:
  ?: {type: example.App}
  name: $.main.name
  host: %s
  other: fixed
  node:
    ?: {type: example.Node}
    size: $.nodeSize.size
Forms:
  - main:
      fields:
        - {name: name, type: string, label: "The name ", description: "How it is called"}
        - {name: host, type: string, label: Host}
        - {name: secret, type: password, label: Secret}
  - nodeSize:
      fields:
        - {name: note, type: string, hidden: true, descriptionTitle: How large, required: false}
        - {name: size, type: integer, label: Size}
  - unused:
      fields:
        - {name: left, type: string, label: Left}
"""


def test_titles_pages_and_the_order_of_all_objects() -> None:
    definition, _ = read(FORM % "$.main.host")
    sections, classes = definition_hints(definition)
    assert [tuple(section) for section in sections] == [("main", "Main"), ("nodeSize", "How large")]
    app, node = classes["example.App"], classes["example.Node"]
    assert list(app) == ["name", "host", "node"]
    assert (app["name"].title, app["name"].description) == ("The name", "How it is called")
    assert [hint.index for hint in app.values()] == [0, 1, 4]
    assert (app["node"].title, app["node"].section) == (None, "nodeSize")
    assert (node["size"].title, node["size"].section) == ("Size", "nodeSize")
    assert created_classes(definition) == {"example.App", "example.Node"}


@pytest.mark.parametrize(
    ("value", "title", "secret"),
    [
        ("$.main.host", "Host", False),
        ("($.main.host)", "Host", False),
        ("$.main.host + 1", None, False),
        ("$.main.host + $.main.name", None, False),
        ("$.main.host.first", None, False),
        ("$.main.secret", "Secret", True),
        ("str($.main.secret)", None, True),
        ("[$.main.secret]", None, False),
    ],
)
def test_a_title_is_that_of_the_field_whose_answer_is_the_value(
    value: str, title: str | None, secret: bool
) -> None:
    definition, _ = read(FORM % value)
    hint = definition_hints(definition).classes["example.App"]["host"]
    assert (hint.title, hint.secret) == (title, secret)


@pytest.mark.parametrize("value", ["$.main.missing", "$.nothing.host", "text", "null"])
def test_a_value_without_a_field_has_no_hint(value: str) -> None:
    definition, _ = read(FORM % value)
    assert "host" not in definition_hints(definition).classes["example.App"]
