"""Values that an export cannot contain: answers of the cloud, results of plans, and secrets.

In the texts of a dry run, a placeholder stands for each. In a template it becomes a function of Heat,
in other files a marker, `@NAME@`, which parameters of `run.sh` or Heat replace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node, Scalar, Sequence, mapping_at, text_of
from muranopl.diagnostics.visible import visible
from muranopl.execution.simulation.placeholders import Placeholders, StackValue
from muranopl.language.grammar.known_names import HEADER, names_secret
from muranopl.language.grammar.ui.class_names import header_of

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")
_ADDRESS = re.compile(r"[\d.]+")
_ID = "0" * 8


class LaterValue(msgspec.Struct, frozen=True, eq=False):
    """A value that is known later: its name, the text that stands for it, what it is.

    `source` is its expression in Heat, `plan` the folder of the plan whose result it is.
    """

    name: str
    text: str
    what: str
    source: StackValue | None = None
    plan: str | None = None
    hidden: bool = False

    @property
    def marker(self) -> str:
        """The text for it in files."""
        return f"@{self.name.upper()}@"

    @property
    def option(self) -> str:
        """The parameter of `run.sh`."""
        return "--" + self.name.replace("_", "-")


class Values:
    """The values of one export, created where they are used first.

    `names` has the new names of resources, by stack; no value has a `taken` name. `plans` has the
    folders of plans by the texts in their results.
    """

    def __init__(self, placeholders: Placeholders, secrets: Iterable[LaterValue]) -> None:
        self._placeholders = placeholders
        self.all = {value.text: value for value in secrets}
        self.names: dict[str, Mapping[str, str]] = {}
        self.taken = {value.name for value in self.all.values()}
        self.plans: dict[str, str] = {}

    def parts(self, text: str) -> list[str | LaterValue]:
        """Return a text in parts: plain ones and values."""
        origins = dict(self._placeholders.inside(text))
        texts = {*origins, *(item for item in self.all if item in text)}
        longest_first = sorted(texts, key=lambda item: (-len(item), item))
        pieces = re.split(f"({'|'.join(map(_pattern, longest_first))})", text) if texts else [text]
        return [
            self._value(item, origins.get(item, "")) if item in texts else item
            for item in pieces
            if item or len(pieces) == 1
        ]

    def _value(self, text: str, origin: str) -> LaterValue:
        if text not in self.all:
            source = self._placeholders.values.get(text)
            name, what = origin, f"id of {origin}" if text.startswith(_ID) else origin
            if source is not None:
                source = source._replace(
                    argument=renamed(source.argument, self.names[source.stack])
                )
                path = (
                    source.argument
                    if isinstance(source.argument, list)
                    else [source.argument, "id"]
                )
                last = [item for item in path[1:] if isinstance(item, str)][-1]
                name, what = f"{path[0]} {last}", f"{last} of {path[0]}"
            name = unique(slug(name, "_"), self.taken, "_")
            self.taken.add(name)
            self.all[text] = LaterValue(name, text, visible(what), source, self.plans.get(text))
        return self.all[text]

    def marked(self, text: str) -> tuple[str, list[LaterValue]]:
        """Return a text with markers for its values, and these."""
        parts = self.parts(text)
        used = dict.fromkeys(part for part in parts if isinstance(part, LaterValue))
        return "".join(map(as_marked, parts)), list(used)


def _pattern(text: str) -> str:
    escaped = re.escape(text)
    return rf"(?<![\d.]){escaped}(?!\d)" if _ADDRESS.fullmatch(text) else escaped


def as_marked(part: str | LaterValue) -> str:
    """Return a part of a text, with the marker for a value."""
    return part.marker if isinstance(part, LaterValue) else part


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a copy of plain data with new names in all of its texts."""
    if isinstance(value, dict):
        return {renamed(key, names): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    for old, new in names.items() if isinstance(value, str) else ():
        value = value.replace(old, new)
    return value


def slug(text: str, separator: str = "-") -> str:
    """Return the words of a text in lower case, as a name that begins with a letter for shells."""
    result = separator.join(map(str.lower, _WORDS.findall(text))) or "unnamed"
    return f"n{separator}{result}" if separator == "_" and result[0].isdigit() else result


def unique(name: str, taken: Iterable[str], separator: str = "-") -> str:
    """Return a name, with a number if it is taken."""
    result, number = name, 1
    while result in taken:
        number += 1
        result = f"{name}{separator}{number}"
    return result


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

    def marked(self, node: MappingNode, class_: str = "") -> MappingNode:
        """Return a model with a mark for each secret: a text that nothing else contains."""
        header = header_of(node)
        class_ = (header and text_of(header.get("type"))) or class_
        return mapping_at(node, [(key, self._value(key, item, class_)) for key, item in node.pairs])

    def _value(self, key: Node | None, value: Node, class_: str) -> Node:
        name = text_of(key) or ""
        if names_secret(name) and isinstance(value, Scalar) and text_of(value):
            mark = self._mark(str(value.value), name, class_.partition("/")[0])
            return msgspec.structs.replace(value, value=mark)
        if isinstance(value, Sequence):
            items = tuple(self._value(None, item, class_) for item in value.items)
            return msgspec.structs.replace(value, items=items)
        if isinstance(value, MappingNode) and name != HEADER:
            return self.marked(value, class_)
        return value

    def _mark(self, secret: str, name: str, class_: str) -> str:
        if secret not in self._secrets:
            taken = [value.name for value in self._secrets.values()]
            name, what = unique(slug(name, "_"), taken, "_"), f"{name} of {class_ or 'the model'}"
            # Upper and lower case and a digit, as passwords may need; no mark is a part of another
            mark = f"Hidden0{name.title().replace('_', '')}z"
            self._secrets[secret] = LaterValue(name, mark, visible(what), hidden=True)
        return self._secrets[secret].text
