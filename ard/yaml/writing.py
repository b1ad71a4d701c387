"""Generated nodes → the text of a YAML document, in which expressions have the tag `!yaql`.

Edits of files of users are made by `ard.rewriting`, which keeps their notation.
"""

from __future__ import annotations

from typing import Any

import yaml

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.yaml.scalars import PREFIX, YAQL_TAG


class _NodeDumper(yaml.SafeDumper):
    """Writes nodes; expressions get the tag `!yaql`."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML passes it
        """Return that equal values are written out each time."""
        return True


def yaml_text(node: Node) -> str:
    """Return a node as a YAML document, with its keys in order."""
    text: str = yaml.dump(node, Dumper=_NodeDumper, allow_unicode=True, default_flow_style=False)
    return text


_NodeDumper.add_representer(
    Mapping, lambda dumper, node: dumper.represent_mapping(f"{PREFIX}map", node.pairs)
)
_NodeDumper.add_representer(Sequence, lambda dumper, node: dumper.represent_list(node.items))
_NodeDumper.add_representer(Scalar, lambda dumper, node: dumper.represent_data(node.value))
_NodeDumper.add_representer(Yaql, lambda dumper, node: dumper.represent_scalar(YAQL_TAG, node.text))
