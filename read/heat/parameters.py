"""Declares and reads the parameters of templates, and their groups; `values` checks their values."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.entity import Entity, Named, entity, read, read_entity
from muranopl.language.grammar.readers import as_written, list_of
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import ANYTHING, TEXT, Many, Of, shaped
from muranopl.read.heat.contracts import written_name
from muranopl.read.heat.readers import (
    any_value,
    bounds,
    flag,
    grouped_name,
    parameter_type,
    shown_text,
    steps,
)


@entity
class ParameterConstraint(Entity):
    """A constraint on the values of a parameter."""

    UNKNOWN = Severity.ERROR
    node: Node
    description: Node | None = read(
        "description",
        shown_text,
        "A description of the constraint; Heat shows it if a value is rejected.",
    )
    length: Node | None = read(
        "length", bounds, "Limits for the length of a string, or for the number of items."
    )
    range: Node | None = read("range", bounds, "Limits for a number.")
    modulo: Node | None = read("modulo", steps, "A multiple of `step`, plus `offset`.")
    allowed_values: Node | None = read(
        "allowed_values", as_written(Many(ANYTHING)), "The allowed values, as a list."
    )
    allowed_pattern: Node | None = read(
        "allowed_pattern", shown_text, "A regular expression that the whole string must match."
    )
    custom_constraint: Node | None = read(
        "custom_constraint",
        shown_text,
        "The name of a Heat constraint, such as `nova.flavor`, which checks that the named object exists.",
    )


@shaped(Of(ParameterConstraint))
def constraint(node: Node, reading: Reading, what: str) -> ParameterConstraint:
    """Return one constraint."""
    what = what.replace("constraints of", "a constraint of", 1)
    return read_entity(ParameterConstraint, node, reading, what, node=node)


@entity
class TemplateParameter(Named):
    """A parameter of a template."""

    UNKNOWN = Severity.ERROR
    type: str | None = read("type", parameter_type, "The type of the values.", required=True)
    label: Node | None = read(
        "label", shown_text, "The title, which is shown in place of the name."
    )
    description: Node | None = read("description", shown_text, "A description of the parameter.")
    default: Node | None = read(
        "default", any_value, "The value if none is set; without a default, a value must be set."
    )
    constraints: tuple[ParameterConstraint, ...] = read(
        "constraints",
        list_of(constraint),
        "Conditions on the value, as a list; all of them must be met.",
    )
    hidden: Node | None = read(
        "hidden", flag, "Whether Heat hides the value, such as a password, when it shows a stack."
    )
    immutable: Node | None = read(
        "immutable", flag, "Whether updates of a stack cannot change the value."
    )
    schema: Node | None = read(
        "schema", any_value, "A description of the structure of a value of type `json`."
    )
    tags: Node | None = read("tags", as_written(Many(TEXT)), "Tags of the parameter, as a list.")


@entity
class ParameterGroup(Entity):
    """A group of parameters, in the order in which they are shown."""

    # Heat reads the parameters of a group, and takes any other keys
    UNKNOWN = None
    node: Node
    label: Node | None = read("label", shown_text, "The title of the group.")
    description: Node | None = read("description", shown_text, "A description of the group.")
    parameters: tuple[Node, ...] = read(
        "parameters",
        list_of(grouped_name),
        "The names of the parameters, in display order.",
        required=True,
    )


@shaped(Of(TemplateParameter))
def parameter(key: Node, value: Node, reading: Reading, _what: str) -> TemplateParameter:
    """Return one parameter."""
    name = written_name(key)
    what = f'parameter "{name}"'
    return read_entity(
        TemplateParameter, value, reading, what, name=name, name_node=key, node=value
    )


@shaped(Of(ParameterGroup))
def group(node: Node, reading: Reading, _what: str) -> ParameterGroup:
    """Return one group of parameters."""
    return read_entity(ParameterGroup, node, reading, "a parameter group", node=node)
