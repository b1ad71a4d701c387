"""Heat templates: their sections as entities (the Heat template guide, HOT specification)."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TypeVar

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Yaql,
    is_null,
    text_of,
)
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.heat.contracts import FUNCTIONS
from muranopl.heat.versions import BY_WORD, HotVersion
from muranopl.language.grammar.entity import Entity, Named, entity, read, read_entity
from muranopl.language.grammar.readers import as_written, list_of, mapping_of
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import ANYTHING

VERSION = "heat_template_version"
DELETION_POLICIES = ("Delete", "Retain", "Snapshot", "delete", "retain", "snapshot")
_any = as_written(ANYTHING)
_Part = TypeVar("_Part", bound=Named)
_PartReader = Callable[[Node, Node, Reading, str], _Part | None]


def is_unknown(node: Node) -> bool:
    """Return whether the value of a node is not known: it is unreadable, or an expression of code."""
    return isinstance(node, (Broken, Yaql))


def hot_version(node: Node, reading: Reading, _what: str) -> HotVersion | None:
    """Return the version of a template, None after a report."""
    if is_unknown(node):
        return None
    value = node.value if isinstance(node, Scalar) else None
    # YAML reads an unquoted date as one; Heat takes it as the text does
    word = value.isoformat() if isinstance(value, datetime.date) else str(value)
    version = BY_WORD.get(word)
    if version is None:
        near = nearest(word, BY_WORD)
        reading.report(
            rules.BAD_VERSION,
            node,
            found=word if isinstance(node, Scalar) else described(node),
            suggestion=did_you_mean(near, rules.BAD_VERSION.suggestion),
        )
    return version


def mapping(node: Node, reading: Reading, what: str) -> Node:
    """Return a value that must be a mapping, or a function that gives one."""
    if not (isinstance(node, Mapping) or is_unknown(node) or is_null(node)):
        reading.wrong_type(node, what, "a mapping")
    return node


def text(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text that is known, None otherwise."""
    if text_of(node) is None and not is_unknown(node):
        reading.wrong_type(node, what, "text")
    return text_of(node)


def parameter_type(node: Node, reading: Reading, what: str) -> str | None:
    """Return the type of a parameter, None after a report."""
    word = text_of(node)
    if word not in FUNCTIONS:
        if not is_unknown(node):
            reading.bad_choice(node, what, FUNCTIONS)
        return None
    return word


def names(node: Node, reading: Reading, what: str) -> tuple[Node, ...]:
    """Return the texts of a list, or a single text."""
    items = node.items if isinstance(node, Sequence) else (node,)
    for item in items:
        if not (text_of(item) is not None or is_unknown(item) or is_null(item)):
            reading.wrong_type(item, what, "a name or a list of names")
    return tuple(item for item in items if text_of(item) is not None)


def deletion_policy(node: Node, reading: Reading, what: str) -> Node:
    """Return the deletion policy of a resource; it may be a function."""
    is_open = isinstance(node, Mapping) or is_unknown(node) or is_null(node)
    if not is_open and text_of(node) not in DELETION_POLICIES:
        reading.bad_choice(node, what, DELETION_POLICIES[:3])
    return node


@entity
class ParameterConstraint(Entity):
    """A constraint on the values of a parameter."""

    UNKNOWN = Severity.ERROR
    node: Node
    description: Node | None = read("description", _any)
    length: Node | None = read("length", _any)
    range: Node | None = read("range", _any)
    modulo: Node | None = read("modulo", _any)
    allowed_values: Node | None = read("allowed_values", _any)
    allowed_pattern: Node | None = read("allowed_pattern", _any)
    custom_constraint: Node | None = read("custom_constraint", _any)


def constraint(node: Node, reading: Reading, what: str) -> ParameterConstraint:
    """Return one constraint."""
    what = what.replace("constraints of", "a constraint of", 1)
    return read_entity(ParameterConstraint, node, reading, what, node=node)


@entity
class TemplateParameter(Named):
    """A parameter of a template."""

    UNKNOWN = Severity.ERROR
    type: str | None = read("type", parameter_type, required=True)
    label: Node | None = read("label", _any)
    description: Node | None = read("description", _any)
    default: Node | None = read("default", _any)
    constraints: tuple[ParameterConstraint, ...] = read(
        "constraints", list_of(constraint), default=()
    )
    hidden: Node | None = read("hidden", _any)
    immutable: Node | None = read("immutable", _any)
    schema: Node | None = read("schema", _any)
    tags: Node | None = read("tags", _any)


@entity
class ParameterGroup(Entity):
    """A group of parameters, in the order in which they are shown."""

    # Heat reads the parameters of a group, and takes any other keys
    UNKNOWN = None
    node: Node
    label: Node | None = read("label", _any)
    description: Node | None = read("description", _any)
    parameters: tuple[Node, ...] = read(
        "parameters", list_of(_any), default=(), required=True
    )


@entity
class TemplateResource(Named):
    """A resource of a template. Its type is not checked."""

    UNKNOWN = Severity.ERROR
    type: str | None = read("type", text, required=True)
    properties: Node | None = read("properties", mapping)
    metadata: Node | None = read("metadata", mapping)
    depends_on: tuple[Node, ...] = read("depends_on", names, default=())
    deletion_policy: Node | None = read("deletion_policy", deletion_policy)
    update_policy: Node | None = read("update_policy", mapping)
    description: Node | None = read("description", _any)
    external_id: Node | None = read("external_id", _any)
    condition: Node | None = read("condition", _any)


@entity
class TemplateOutput(Named):
    """An output of a template."""

    UNKNOWN = Severity.ERROR
    value: Node | None = read("value", _any, required=True)
    description: Node | None = read("description", _any)
    condition: Node | None = read("condition", _any)


@entity
class TemplateCondition(Named):
    """A condition of a template: `node` says when it holds."""


def parameter(
    key: Node, value: Node, reading: Reading, _what: str
) -> TemplateParameter:
    """Return one parameter."""
    name = str(getattr(key, "value", ""))
    what = f'parameter "{name}"'
    return read_entity(
        TemplateParameter, value, reading, what, name=name, name_node=key, node=value
    )


def _known_part(kind: type[_Part], word: str, article: str) -> _PartReader[_Part]:
    """Return a reader of a named part of a template, which returns None if the part is not known."""

    def part(key: Node, value: Node, reading: Reading, _what: str) -> _Part | None:
        if is_unknown(value):
            return None
        name = str(getattr(key, "value", ""))
        what = f'{word} "{name}"' if name else f"{article} {word}"
        return read_entity(
            kind, value, reading, what, name=name, name_node=key, node=value
        )

    return part


resource = _known_part(TemplateResource, "resource", "a")
output = _known_part(TemplateOutput, "output", "an")


def condition(
    key: Node, value: Node, _reading: Reading, _what: str
) -> TemplateCondition:
    """Return one condition."""
    name = str(getattr(key, "value", ""))
    return TemplateCondition(name=name, name_node=key, node=value)


def group(node: Node, reading: Reading, _what: str) -> ParameterGroup:
    """Return one group of parameters."""
    return read_entity(ParameterGroup, node, reading, "a parameter group", node=node)


@entity
class HeatTemplate(Entity):
    """A Heat template."""

    UNKNOWN = Severity.ERROR
    node: Mapping
    version: HotVersion | None = read(VERSION, hot_version)
    description: Node | None = read("description", _any)
    parameter_groups: tuple[ParameterGroup, ...] = read(
        "parameter_groups", list_of(group), default=()
    )
    parameters: tuple[TemplateParameter, ...] = read(
        "parameters", mapping_of(parameter), default=()
    )
    resources: tuple[TemplateResource, ...] = read(
        "resources", mapping_of(resource), default=()
    )
    outputs: tuple[TemplateOutput, ...] = read(
        "outputs", mapping_of(output), default=()
    )
    conditions: tuple[TemplateCondition, ...] = read(
        "conditions", mapping_of(condition), default=()
    )

    def names(self, section: str) -> frozenset[str]:
        """Return the known names in a section."""
        node = self.node.get(section)
        pairs = node.pairs if isinstance(node, Mapping) else ()
        return frozenset(name for key, _ in pairs if (name := text_of(key)) is not None)

    def has_all(self, section: str) -> bool:
        """Return whether all names in a section are known."""
        node = self.node.get(section)
        if isinstance(node, Mapping):
            return all(text_of(key) is not None for key, _ in node.pairs)
        return node is None or is_null(node)


def read_heat_template(node: Mapping, reading: Reading) -> HeatTemplate:
    """Return a template; what Heat refuses of its sections is reported."""
    return read_entity(HeatTemplate, node, reading, "the template", node=node)
