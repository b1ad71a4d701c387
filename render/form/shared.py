"""The state that the dashboard's functions share while one form is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Yaql
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.render.form.fragments import Fragments
from muranopl.render.form.headers import Identities, ReferredId, with_entry
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame


class StandIn(NamedTuple):
    """A value that a deployment generates, and its replacement here."""

    node: Yaql
    what: str
    value: str


class SharedState:
    """Templates, and the objects that `ref()` created from them.

    `stand_ins` are collected. `refers` is false where `ref()` fails.
    """

    def __init__(
        self, fragments: Fragments, templates: Mapping[str, Node], identities: Identities
    ) -> None:
        self._fragments = fragments
        self._templates = templates
        self._identities = identities
        self._referred: dict[str, Node] = {}
        self.stand_ins: list[StandIn] = []
        self.refers = True

    def repeated(self, frame: VariableFrame, template: Any, times: int) -> Any:
        """Return the result of `repeat()`."""
        result: list[Any] = []
        for number in range(1, times + 1):
            frame.budget.spend(1)
            inner = frame.create_child_context()
            inner["index"] = number
            result.append(self._fragments.raw(self._fragments.made(template, inner)))
        return tuple(result)

    def referred(self, frame: VariableFrame, template: str, name: str, id_only: bool | None) -> Any:
        """Return the result of `ref()`: an object the first time, later its id.

        If `id_only` is given, it decides instead.
        """
        if not self.refers:
            raise EvaluationError("ref() always fails in the validator of a form")
        # Kept by parameter, as one template may be the source of several shared objects
        noted = self._referred.get(name)
        result = noted
        if result is None and template in self._templates:
            result = self._fragments.made(self._fragments.raw(self._templates[template]), frame)
            result = self._referred[name] = _with_id(
                result, ReferredId(self._identities.of(f"ref {name}"))
            )
        # The dashboard returns null for an unknown template and for one that is not a mapping
        if not isinstance(result, nodes.Mapping):
            return None
        header = header_of(result)
        identity = None if header is None else header.get("id")
        only = noted is not None if id_only is None else id_only
        return self._fragments.raw(identity if only and identity is not None else result)

    def stand_in(self, what: str, word: str) -> str:
        """Return a stand-in for a value that a deployment generates; it begins with `word`."""
        value = f"{word}-{sum(item.what == what for item in self.stand_ins) + 1}"
        if self._fragments.current is not None:
            self.stand_ins.append(StandIn(self._fragments.current, what, value))
        return value


def _with_id(node: Node, identity: ReferredId) -> Node:
    if not isinstance(node, nodes.Mapping):
        return node
    header = node.get(HEADER)
    if header is not None and not isinstance(header, nodes.Mapping):
        return node
    new = with_entry(header or nodes.mapping_at(node), "id", identity)
    rest = tuple(pair for pair in node.pairs if pair[1] is not header)
    key = next(
        (pair[0] for pair in node.pairs if pair[1] is header), nodes.Scalar(*node.span, HEADER)
    )
    return msgspec.structs.replace(node, pairs=((key, new), *rest))
