"""Texts about the parts of Heat templates."""

from __future__ import annotations

import json
from collections.abc import Iterator

from muranopl.ard.nodes import Node, Scalar, text_of
from muranopl.ard.plain_data import plain
from muranopl.ard.yaml.writing import scalar_text
from muranopl.language.grammar.entity import Named
from muranopl.read.heat.arguments import argument_words
from muranopl.read.heat.parameters import TemplateParameter
from muranopl.read.heat.readers import VERSION
from muranopl.read.heat.references import PSEUDO_PARAMETERS
from muranopl.read.heat.versions import ALL_FUNCTIONS, FUNCTION_WORDS, added_in, removed_in
from muranopl.views.words.markdown import bullets, code, paragraphs, sentence
from muranopl.workspace.symbols.declarations import heat_part
from muranopl.workspace.symbols.index import SymbolIndex
from muranopl.workspace.symbols.symbol import Symbol

_CONSTRAINTS = (
    "length",
    "range",
    "modulo",
    "allowed_values",
    "allowed_pattern",
    "custom_constraint",
)
_OF_HEAT = "a parameter that Heat sets"


def heat_part_text(symbol: Symbol, index: SymbolIndex) -> str | None:
    """Return the text about a part of a template, None if there is no such part."""
    part = heat_part(symbol, index)
    if part is not None:
        return _text(symbol, part)
    if symbol.name in PSEUDO_PARAMETERS:
        return paragraphs(code(symbol.name), sentence(_OF_HEAT))
    return None


def heat_function_text(symbol: Symbol) -> str:
    """Return the text about a function of templates."""
    taken = argument_words(symbol.name)
    return paragraphs(
        f"{code(symbol.name)}: {FUNCTION_WORDS.get(symbol.name, '')}",
        None if taken is None else f"Argument: {taken}.",
        _versions(symbol.name),
    )


def _versions(function: str) -> str | None:
    """Return a sentence about the versions that have a function."""
    if function not in ALL_FUNCTIONS:
        return "Only in conditions."
    removed = removed_in(function)
    until = "" if removed is None else f", removed in {removed}"
    return f"Since {VERSION} {added_in(function)}{until}."


def _text(symbol: Symbol, part: Named) -> str:
    words = f"{symbol.kind.value} {code(symbol.name)}"
    type_ = getattr(part, "type", None)
    if type_ is not None:
        words += f" of type {code(type_)}"
    label = text_of(getattr(part, "label", None))
    description = text_of(getattr(part, "description", None))
    return paragraphs(
        sentence(words),
        None if label is None else code(label),
        None if description is None else code(description),
        bullets(_facts(part)) if isinstance(part, TemplateParameter) else None,
    )


def _facts(parameter: TemplateParameter) -> Iterator[str]:
    """Yield the default and the constraints of a parameter."""
    if parameter.default is not None:
        yield f"Default: {_data(parameter.default)}"
    for constraint in parameter.constraints:
        for key in _CONSTRAINTS:
            node = getattr(constraint, key)
            if node is not None:
                yield f"{key}: {_data(node)}"


def _data(node: Node) -> str:
    if isinstance(node, Scalar):
        return code(scalar_text(node.value))
    return code(json.dumps(plain(node), ensure_ascii=False, default=str))
