"""Conversion of nodes to the values they represent at run time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.bounds import DATA_DEPTH
from muranopl.language.contracts.apply import POISON
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError

Evaluate = Callable[[Yaql], Any]
Count = Callable[[int], None]


def data_of(node: Node, evaluate: Evaluate | None = None, count: Count | None = None) -> Any:
    """Return the value of a node, with its expressions evaluated, or as text without `evaluate`.

    `count` is called with the number of values in each list and mapping. A part that could not be
    read, and was reported, is POISON. Raise ExhaustedError if the node is nested too deeply, and
    errors of evaluating and counting.
    """
    return _data(node, evaluate, count, DATA_DEPTH.most)


def _data(node: Node, evaluate: Evaluate | None, count: Count | None, depth: int) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if depth == 0:
        raise ExhaustedError(f"values are nested deeper than {DATA_DEPTH.most} levels")
    if isinstance(node, Mapping):
        if count is not None:
            count(len(node.pairs))
        return _mapping(node, evaluate, count, depth - 1)
    if isinstance(node, Sequence):
        if count is not None:
            count(len(node.items))
        return [_data(item, evaluate, count, depth - 1) for item in node.items]
    if isinstance(node, Yaql):
        return node.text if evaluate is None else evaluate(node)
    return POISON


def _mapping(
    node: Mapping, evaluate: Evaluate | None, count: Count | None, depth: int
) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key_node, value in node.pairs:
        key = _data(key_node, evaluate, count, depth)
        try:
            # Lists and mappings are not hashable.
            hash(key)
        except TypeError:
            raise EvaluationError("a key of a mapping is a list or a mapping") from None
        result[key] = _data(value, evaluate, count, depth)
    return result
