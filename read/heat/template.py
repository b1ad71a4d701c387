"""Declares and reads the sections of Heat templates as entities.

Sources: the Heat template guide, HOT specification.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Mapped
from typing import TypeVar

from muranopl.ard.nodes import Mapping, Node, is_null, pairs_in, text_of
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.entity import Entity, Named, entity, read, read_entity
from muranopl.language.grammar.readers import list_of, mapping_of
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import Of, shaped
from muranopl.read.heat.contracts import written_name
from muranopl.read.heat.parameters import (
    ParameterConstraint,
    ParameterGroup,
    TemplateParameter,
    group,
    parameter,
)
from muranopl.read.heat.readers import (
    HEAT_CONDITION,
    VERSION,
    any_call,
    condition_value,
    deletion_policy,
    hot_version,
    is_unknown,
    mapping,
    names,
    shown_text,
    text,
)
from muranopl.read.heat.versions import NEWTON, OCATA, QUEENS, HotVersion

_Part = TypeVar("_Part", bound=Named)
_PartReader = Callable[[Node, Node, Reading, str], _Part | None]


@entity
class TemplateResource(Named):
    """A resource of a template. Its type is not checked."""

    UNKNOWN = Severity.ERROR
    type: str | None = read(
        "type",
        text,
        "The type of the resource, such as `OS::Nova::Server`, or the file of a nested template.",
        required=True,
    )
    properties: Node | None = read(
        "properties", mapping, "The properties of the resource, which depend on its type."
    )
    metadata: Node | None = read(
        "metadata", mapping, "Data that is stored with the resource, for other programs."
    )
    depends_on: tuple[Node, ...] = read(
        "depends_on",
        names,
        "Resources that must exist before this one, besides the resources that its functions name.",
    )
    deletion_policy: Node | None = read(
        "deletion_policy",
        deletion_policy,
        "What happens to the resource when it is removed from the stack.",
    )
    update_policy: Node | None = read(
        "update_policy", mapping, "Rules for updates of the resource, which depend on its type."
    )
    description: Node | None = read("description", shown_text, "A description of the resource.")
    external_id: Node | None = read(
        "external_id", any_call, "The id of an existing resource to use in place of a new one."
    )
    condition: Node | None = read(
        "condition",
        condition_value,
        "The name of a condition, or a condition: the resource is created only if it is true.",
    )


@entity
class TemplateOutput(Named):
    """An output of a template."""

    UNKNOWN = Severity.ERROR
    value: Node | None = read(
        "value", any_call, "The value of the output, usually by `get_attr`.", required=True
    )
    description: Node | None = read("description", shown_text, "A description of the output.")
    condition: Node | None = read(
        "condition",
        condition_value,
        "The name of a condition, or a condition: if it is false, the output has no value.",
    )


@entity
class TemplateCondition(Named):
    """A condition of a template: `node` says when it holds."""


def _known_part(kind: type[_Part], word: str, article: str) -> _PartReader[_Part]:
    """Return a reader of a named part of a template, which returns None if the part is not known."""

    @shaped(Of(kind))
    def part(key: Node, value: Node, reading: Reading, _what: str) -> _Part | None:
        if is_unknown(value):
            return None
        name = written_name(key)
        what = f'{word} "{name}"' if name else f"{article} {word}"
        return read_entity(kind, value, reading, what, name=name, name_node=key, node=value)

    return part


resource = _known_part(TemplateResource, "resource", "a")
output = _known_part(TemplateOutput, "output", "an")


@shaped(HEAT_CONDITION)
def condition(key: Node, value: Node, reading: Reading, _what: str) -> TemplateCondition:
    """Return one condition."""
    name = written_name(key)
    what = f'condition "{name}"'
    condition_value(value, reading, what)
    if is_null(value):
        reading.wrong_type(value, what, "a condition")
    return TemplateCondition(name=name, name_node=key, node=value)


@entity
class HeatTemplate(Entity):
    """A Heat template."""

    UNKNOWN = Severity.ERROR
    node: Mapping
    version: HotVersion | None = read(
        VERSION,
        hot_version,
        "The version of the template, which decides which keys and functions are available.",
    )
    description: Node | None = read("description", shown_text, "A description of the template.")
    parameter_groups: tuple[ParameterGroup, ...] = read(
        "parameter_groups", list_of(group), "Groups of parameters, in display order."
    )
    parameters: tuple[TemplateParameter, ...] = read(
        "parameters", mapping_of(parameter), "The values that a user can set, by name."
    )
    resources: tuple[TemplateResource, ...] = read(
        "resources", mapping_of(resource), "The resources that Heat creates, by name."
    )
    outputs: tuple[TemplateOutput, ...] = read(
        "outputs", mapping_of(output), "The values that the stack returns, by name."
    )
    conditions: tuple[TemplateCondition, ...] = read(
        "conditions",
        mapping_of(condition),
        "Conditions by name, for resources, outputs and the function `if`.",
    )

    def names(self, section: str) -> frozenset[str]:
        """Return the known names in a section."""
        texts = {text_of(key) for key, _ in pairs_in(self.node.get(section))}
        return frozenset(text for text in texts if text is not None)

    def has_all(self, section: str) -> bool:
        """Return whether all names in a section are known."""
        node = self.node.get(section)
        if isinstance(node, Mapping):
            return all(text_of(key) is not None for key, _ in node.pairs)
        return node is None or is_null(node)


NEW_KEYS: Mapped[type[Entity], Mapped[str, HotVersion]] = {
    HeatTemplate: {"conditions": NEWTON},
    TemplateResource: {"condition": NEWTON, "external_id": NEWTON},
    TemplateOutput: {"condition": NEWTON},
    TemplateParameter: {"tags": QUEENS},
    ParameterConstraint: {"modulo": OCATA},
}
"""The keys that later versions brought, with the first version that has them."""


def read_heat_template(node: Mapping, reading: Reading) -> HeatTemplate:
    """Return a template; what Heat refuses of its sections is reported."""
    return read_entity(HeatTemplate, node, reading, "the template", node=node)
