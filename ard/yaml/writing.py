"""Writes YAML: nodes, whose expressions have the tag `!yaql`; plain data; the notation of scalars.

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

_STRING = f"{PREFIX}str"
_WORD = re.compile(r"[A-Za-z_][\w.-]*")
_LONGEST = 2**20
_WIDTH = 120


class _WithoutAliases:
    """Writes equal values each time, as some readers do not follow references."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML passes it
        """Return that none is written."""
        return True


class UnaliasedDumper(_WithoutAliases, yaml.SafeDumper):
    """Writes documents in Python, which tells subclasses how a scalar can be written."""


# PyYAML may have been built without libyaml, which is faster
class _PlainDumper(_WithoutAliases, getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes plain data."""


class _BlockDumper(_PlainDumper):
    """Writes strings of several lines as blocks."""

    def write_string(self, text: str) -> yaml.ScalarNode:
        """Return a scalar for a string."""
        style = "|" if "\n" in text else None
        scalar: yaml.ScalarNode = self.represent_scalar(_STRING, text, style=style)
        return scalar


_BlockDumper.add_representer(str, _BlockDumper.write_string)


def plain_yaml(
    data: Any, *, blocks: bool = False, explicit_start: bool = False, ascii_only: bool = False
) -> str:
    """Return plain data as a YAML document, with keys in order; `blocks` for strings of several lines."""
    text: str = yaml.dump(
        data,
        Dumper=_BlockDumper if blocks else _PlainDumper,
        allow_unicode=not ascii_only,
        default_flow_style=False,
        explicit_start=explicit_start,
        sort_keys=False,
        width=_WIDTH,
    )
    return text


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
