"""The form that the dashboard adds as the last page of a UI definition.

Reference: ui-agreement, section 1. Its name is `RESERVED` of `language.grammar.ui.form`.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from muranopl.language.grammar.ui.version import UIVersion

# The first version in which the dashboard itself asks for the name of the application.
NAMED_SINCE = UIVersion(2, 2)
NAME_FIELD = "application_name"


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
