"""The functions that a layer of contexts has, as rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from yaql.language import yaqltypes

from muranopl.semantics.evaluation import layers

Shape = tuple[tuple[Any, ...], ...]


def definitions(layer: Any, but: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield all functions of a layer and those below it, but for some names."""
    context, names = layer, set()
    while context is not None:
        names |= set(context._ordered)
        context = context.parent
    for name in names - but:
        for level in layer.collect_functions(name):
            for definition in level:
                yield name, definition


def kind(definition: Any) -> str:
    """Return whether it is an operator, a function, a method or both of them."""
    if not definition.name[0].isalpha():
        return "operator"
    if definition.is_function:
        return "extension" if definition.is_method else "function"
    return "method"


def visible(definition: Any) -> list[tuple[str, Any]]:
    """Return the parameters that a call gives, in their order."""
    result = definition.strip_hidden_parameters().parameters.items()
    return sorted(result, key=lambda pair: (pair[1].position is None, pair[1].position or 0))


def is_lazy(type_: Any) -> bool:
    """Return whether a parameter takes an expression."""
    return isinstance(type_, yaqltypes.LazyParameterType)


def shape(definition: Any, is_code: Callable[[Any], bool] = is_lazy) -> Shape:
    """Name, whether it may be left out, and what it takes of the call: an expression, the rest, the named rest."""
    return tuple(
        (
            value.alias or value.name,
            value.default is not layers.specs.NO_DEFAULT or key in {"*", "**"},
            is_code(value.value_type),
            key if key in {"*", "**"} else "",
        )
        for key, value in visible(definition)
    )
