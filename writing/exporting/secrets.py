"""Secrets of object models: values whose property is named like one."""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.diagnostics.visible import visible
from muranopl.language.grammar.known_names import HEADER, names_secret
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.writing.exporting.names import slug, unique
from muranopl.writing.exporting.values import LaterValue


class Secrets:
    """The secrets of an object model: their values with their names and what they are."""

    def __init__(self) -> None:
        self._secrets: dict[str, LaterValue] = {}

    def values(self, *, marks: bool) -> list[LaterValue]:
        """Return the secrets; marks stand for them in a model, or else their own texts."""
        return [
            value if marks else msgspec.structs.replace(value, text=secret)
            for secret, value in self._secrets.items()
        ]

    def marked(self, node: Mapping, class_: str = "the model") -> Mapping:
        """Return a model with a mark for each secret: a text that nothing else contains."""
        header = header_of(node)
        class_ = (header and text_of(header.get("type"))) or class_
        pairs = tuple((key, self._value(key, item, class_)) for key, item in node.pairs)
        return msgspec.structs.replace(node, pairs=pairs)

    def _value(self, key: Node | None, value: Node, class_: str) -> Node:
        name = text_of(key) or ""
        if names_secret(name) and isinstance(value, Scalar) and text_of(value):
            mark = self._mark(str(value.value), name, class_.partition("/")[0])
            return msgspec.structs.replace(value, value=mark)
        if isinstance(value, Sequence):
            items = tuple(self._value(None, item, class_) for item in value.items)
            return msgspec.structs.replace(value, items=items)
        if isinstance(value, Mapping) and name != HEADER:
            return self.marked(value, class_)
        return value

    def _mark(self, secret: str, name: str, class_: str) -> str:
        if secret not in self._secrets:
            taken = {value.name for value in self._secrets.values()}
            own = unique(slug(name, "_"), taken, "_")
            # Upper and lower case and a digit, as passwords may need; no mark is a part of another
            mark = f"Hidden0{own.title().replace('_', '')}z"
            what = visible(f"{name} of {class_} (secret)")
            self._secrets[secret] = LaterValue(own, mark, what, hidden=True)
        return self._secrets[secret].text
