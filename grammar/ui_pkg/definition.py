"""The UI definition of a package (`UI/ui.yaml`): the form a user fills in, and the template of the object model."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node
from muranopl.grammar.entity import Entity, Reading, entity


@entity
class UIDefinition(Entity):
    """A dynamic-UI definition; `node` is its mapping, None where the document is none."""

    node: Mapping | None


def read_ui(node: Node, reading: Reading) -> UIDefinition:  # noqa: ARG001
    """Read a UI definition from the one document of its file."""
    return UIDefinition(node=node if isinstance(node, Mapping) else None)
