"""Nodes as the values they stand for at run time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.bounds import DATA_DEPTH
from muranopl.language.contracts.apply import POISON
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError

Evaluate = Callable[[Yaql], Any]


def data_of(node: Node, evaluate: Evaluate | None = None, depth: int = DATA_DEPTH.most) -> Any:
    """The value of a node, with its expressions evaluated (taken as text where nothing evaluates them).

    A part that could not be read, which was reported, is POISON. Raises ExhaustedError where it is nested too
    deeply, and whatever evaluating raises.
    """
    if isinstance(node, Scalar):
        return node.value
    if depth == 0:
        raise ExhaustedError(f"values are nested deeper than {DATA_DEPTH.most} levels")
    if isinstance(node, Mapping):
        return {_key(key, evaluate, depth - 1): data_of(value, evaluate, depth - 1) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [data_of(item, evaluate, depth - 1) for item in node.items]
    if isinstance(node, Yaql):
        return node.text if evaluate is None else evaluate(node)
    return POISON


def _key(node: Node, evaluate: Evaluate | None, depth: int) -> Any:
    key = data_of(node, evaluate, depth)
    try:
        hash(key)
    except TypeError:
        raise EvaluationError("a key of a mapping is a list or a mapping") from None
    return key
