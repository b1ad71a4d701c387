"""Declares and reads a form of a UI definition: one page of the wizard.

Also the form named `RESERVED`, which the dashboard adds as the last page (ui-agreement, section 1).
Reference: ui-definition, Forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict, TypeVar

from muranopl.ard.nodes import Mapping, Node, is_null, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.language.grammar.entity import Named, entity, read, read_entity
from muranopl.language.grammar.readers import as_written
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import EXPRESSION, Field, Many, Of, Table, shaped
from muranopl.language.grammar.ui.attributes import items_of
from muranopl.language.grammar.ui.field import UIField, read_field
from muranopl.language.grammar.ui.keys import UIVersion, report_second, text_keyed
from muranopl.language.grammar.ui.validators import Validator, form_validators

N = TypeVar("N", bound=Named)
RESERVED = "workflowManagement"
"""The name of the form that the dashboard adds."""
NAMED_SINCE = UIVersion(2, 2)
"""The first version in which the dashboard itself asks for the name of the application."""
NAME_FIELD = "application_name"


@shaped(Many(Field()))
def fields(node: Node, reading: Reading, what: str) -> tuple[UIField, ...]:
    """Return all fields of a form; of two with one name the dashboard uses the last."""
    items = items_of(node, reading, what, "a list of fields")
    return _checked((read_field(item, reading, what) for item in items), "field", reading)


def _checked(entities: Iterable[N | None], noun: str, reading: Reading) -> tuple[N, ...]:
    """Return the entities that could be read; one with the name of an earlier one is reported."""
    result: list[N] = []
    by_name: dict[str, N] = {}
    for item in entities:
        if item is None:
            continue
        # A field without a readable name has the name ""
        if item.name in by_name and (item.name or noun != "field"):
            report_second(
                f'{noun} "{item.name}" occurs twice',
                item.name_node,
                by_name[item.name].name_node,
                reading,
            )
        by_name[item.name] = item
        result.append(item)
    return tuple(result)


@entity
class UIForm(Named):
    """`name: {fields, validators, region}`.

    `region` is read by the dashboard, but not documented.
    """

    fields: tuple[UIField, ...] = read(
        "fields",
        fields,
        "The fields of the page: a list of mappings, each with at least `name` and `type`.",
        required=True,
    )
    validators: tuple[Validator, ...] = read(
        "validators",
        form_validators,
        "Conditions on the page as a whole: a list of `{expr: ..., message: ...}`, where "
        "`$` has the data of all forms.",
    )
    region: Node | None = read(
        "region", as_written(EXPRESSION), "The region whose cloud the fields of the page ask."
    )


@shaped(Many(Table(Of(UIForm), single=True)))
def forms(node: Node, reading: Reading, what: str) -> tuple[UIForm, ...]:
    """Return the forms in order; null is like an absent key."""
    if is_null(node):
        return ()
    items = items_of(
        node, reading, what, "a list of one-key mappings, `- name:` and below it `fields:`"
    )
    return _checked((_form(item, reading) for item in items), "form", reading)


def _form(item: Node, reading: Reading) -> UIForm | None:
    if not isinstance(item, Mapping) or not item.pairs:
        reading.report(rules.BAD_FORM, item)
        return None
    if len(item.pairs) > 1:
        reading.report(rules.BAD_FORM, item.pairs[1][0])
        # A form with a second key by mistake is still read, for its fields.
        if not isinstance(item.pairs[0][1], Mapping):
            return None
    # Of two names in one item only the first one counts (measured)
    key, value = item.pairs[0]
    name = text_of(key) or ""
    if text_of(key) is None:
        reading.wrong_type(key, "the name of a form", "a string")
    elif name == RESERVED:
        reading.report(rules.RESERVED_FORM, key, name=name)
    title = f'form "{name}"'
    keyed = text_keyed(value, reading, title) if isinstance(value, Mapping) else value
    return read_entity(UIForm, keyed, reading, title, name=name, name_node=key, node=value)


class WorkflowField(TypedDict):
    """A field as a UI definition would declare it."""

    name: str
    type: str
    label: str
    initial: str | bool | None
    required: NotRequired[bool]
    regexpValidator: NotRequired[str]


def workflow_fields(version: UIVersion, name: str | None = None) -> list[WorkflowField]:
    """Return the fields of the form.

    `name` is the dashboard's suggestion for the application's name.
    """
    stay: WorkflowField = {
        "name": "stay_at_the_catalog",
        "type": "boolean",
        "label": "Add another application afterwards",
        "initial": False,
        "required": False,
    }
    if version < NAMED_SINCE:
        return [stay]
    return [
        {
            "name": NAME_FIELD,
            "type": "string",
            "label": "Name of the application",
            "initial": name,
            "regexpValidator": r"^[-\w]+$",
        },
        stay,
    ]
