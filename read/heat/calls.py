"""Finds calls of functions in a template: mappings with the name of a function as their only key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, Sequence, items_in, text_of
from muranopl.read.heat.template import HeatTemplate
from muranopl.read.heat.versions import ALL_CONDITIONS, ALL_FUNCTIONS, LATEST, functions

IF = "if"
_COMBINING = frozenset({"and", "or", "not"})


class HeatCall(NamedTuple):
    """A call: its function, the node of that name, and its argument.

    `optional` is true where Heat may not evaluate it, `condition` where it is part of a condition.
    """

    function: str
    name: Node
    argument: Node
    optional: bool
    condition: bool


class ConditionName(NamedTuple):
    """A place where a condition is named."""

    node: Node
    name: str


Found = HeatCall | ConditionName


def is_call(node: Node) -> bool:
    """Return whether a node calls a function of some version."""
    if not isinstance(node, Mapping) or len(node.pairs) != 1:
        return False
    name = text_of(node.pairs[0][0])
    return name in ALL_FUNCTIONS or name in ALL_CONDITIONS


class CallReader:
    """Yields what a template calls and which conditions it names."""

    def __init__(self, template: HeatTemplate) -> None:
        self._functions = functions(template.version or LATEST)

    def inside(self, node: Node | None, *, optional: bool = False) -> Iterator[Found]:
        """Yield the calls in a value."""
        if isinstance(node, Sequence):
            for item in node.items:
                yield from self.inside(item, optional=optional)
        if not isinstance(node, Mapping):
            return
        if len(node.pairs) == 1:
            key, argument = node.pairs[0]
            name = text_of(key)
            # Functions of later versions too: the check says which version has them
            if name in ALL_FUNCTIONS:
                yield HeatCall(name, key, argument, optional, condition=False)
                if name == IF and name in self._functions:
                    yield from self._branches(argument)
                    return
        for _, value in node.pairs:
            yield from self.inside(value, optional=optional)

    def _branches(self, argument: Node) -> Iterator[Found]:
        items = items_in(argument)
        for position, item in enumerate(items):
            # Of the branches Heat evaluates one; the first item is the condition
            if position == 0:
                yield from self.condition(item)
            else:
                yield from self.inside(item, optional=True)

    def condition(self, node: Node | None) -> Iterator[Found]:
        """Yield the calls in a condition, and the conditions that it names."""
        name = text_of(node)
        if node is not None and name is not None:
            yield ConditionName(node, name)
        if not isinstance(node, Mapping) or len(node.pairs) != 1:
            return
        key, argument = node.pairs[0]
        function = text_of(key) or ""
        yield HeatCall(function, key, argument, optional=False, condition=True)
        parts = argument.items if isinstance(argument, Sequence) else (argument,)
        for part in parts:
            if function in _COMBINING:
                yield from self.condition(part)
            else:
                yield from self._compared(part)

    def _compared(self, node: Node) -> Iterator[Found]:
        """Yield the calls in a value that a condition compares."""
        for item in self.inside(node):
            if isinstance(item, HeatCall):
                yield item._replace(condition=True)
            else:
                yield item
