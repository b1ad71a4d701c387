"""Generated nodes → the text of a YAML document, in which expressions have the tag `!yaql`; scalars → their notation.

Edits of files of users are made by `ard.rewriting`, which keeps their notation.
"""

from __future__ import annotations

import base64
import re
from typing import Any

import yaml

from muranopl.ard.nodes import Mapping, Node, Scalar, ScalarValue, Sequence, Yaql
from muranopl.ard.yaml.scalars import PREFIX, YAQL_TAG, resolve_plain
from muranopl.ard.yaql import Dialect

_WORD = re.compile(r"[A-Za-z_][\w.-]*")
_LONGEST = 2**20


class UnaliasedDumper(yaml.SafeDumper):
    """Writes documents without anchors and aliases, which some readers do not follow."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML passes it
        """Return that equal values are written out each time."""
        return True


class _NodeDumper(UnaliasedDumper):
    """Writes nodes; expressions get the tag `!yaql`."""


def yaml_text(node: Node) -> str:
    """Return a node as a YAML document, with its keys in order."""
    text: str = yaml.dump(node, Dumper=_NodeDumper, allow_unicode=True, default_flow_style=False)
    return text


def scalar_text(value: ScalarValue, dialect: Dialect | None = Dialect.MURANO) -> str:
    """Return a value as it is written in YAML on one line: `false`, `80`, `'80'`.

    A string that `dialect` would take for an expression has quotes.
    """
    style = None
    if isinstance(value, bytes):  # PyYAML takes several lines for it
        return f"!!binary {base64.b64encode(value).decode()}"
    if isinstance(value, str):
        is_itself = resolve_plain(value, dialect) == value
        if is_itself and _WORD.fullmatch(value):
            return value
        if "\n" in value:
            style = '"'
        elif not is_itself:
            style = "'"
    text: str = yaml.safe_dump(value, default_style=style, allow_unicode=True, width=_LONGEST)
    return text.removesuffix("\n...\n").removesuffix("\n")


_NodeDumper.add_representer(
    Mapping, lambda dumper, node: dumper.represent_mapping(f"{PREFIX}map", node.pairs)
)
_NodeDumper.add_representer(Sequence, lambda dumper, node: dumper.represent_list(node.items))
_NodeDumper.add_representer(Scalar, lambda dumper, node: dumper.represent_data(node.value))
_NodeDumper.add_representer(Yaql, lambda dumper, node: dumper.represent_scalar(YAQL_TAG, node.text))
