"""Generated nodes → the text of a YAML document, in which expressions have the tag `!yaql`.

Edits of files of users are made by `ard.rewriting`, which keeps their notation.
"""

from __future__ import annotations

from typing import Any

import yaml

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql


class _NodeDumper(yaml.SafeDumper):
    """Writes nodes; expressions get the tag `!yaql`."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML passes it
        """Return that equal values are written out each time."""
        return True


def yaml_text(node: Node) -> str:
    """Return a node as a YAML document, with its keys in order."""
    text: str = yaml.dump(node, Dumper=_NodeDumper, allow_unicode=True, default_flow_style=False)
    return text


def _mapping(dumper: _NodeDumper, node: Mapping) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", node.pairs)


def _sequence(dumper: _NodeDumper, node: Sequence) -> yaml.Node:
    return dumper.represent_list(node.items)


def _scalar(dumper: _NodeDumper, node: Scalar) -> yaml.Node:
    return dumper.represent_data(node.value)


def _yaql(dumper: _NodeDumper, node: Yaql) -> yaml.Node:
    return dumper.represent_scalar("!yaql", node.text)


_NodeDumper.add_representer(Mapping, _mapping)
_NodeDumper.add_representer(Sequence, _sequence)
_NodeDumper.add_representer(Scalar, _scalar)
_NodeDumper.add_representer(Yaql, _yaql)
