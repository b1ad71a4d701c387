"""Returns the text about what stands at a position, in Markdown.

`hovering/` writes the texts.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary
from muranopl.diagnostics.places import Place
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.functions.signatures import CORE, TEST, FunctionSignatures
from muranopl.semantics.abstract.functions.signatures import functions as signatures_of
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.forms.scope import EvaluationStage
from muranopl.workspace.symbols.collecting.code import DOTS, VARIABLE
from muranopl.workspace.symbols.collecting.heat_templates import OF_HEAT
from muranopl.workspace.symbols.hovering import classes, members
from muranopl.workspace.symbols.hovering.forms import form_part_text
from muranopl.workspace.symbols.hovering.heat_parts import heat_function_text, heat_part_text
from muranopl.workspace.symbols.hovering.words import (
    contract_function_text,
    function_text,
    word_text,
)
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind
from muranopl.workspace.symbols.types import Part, declaration_at, observed_at, part_at


class Hover(msgspec.Struct, frozen=True):
    """The text about what is written at a place."""

    place: Place
    text: str


def hover(at: At) -> Hover | None:
    """Return the text about the name or the expression at a position, or None."""
    here = _Position(at)
    for item in at.occurrences:
        text = here.about(item)
        if text:
            return Hover(item.place, text)
    part = here.part
    text = None if part is None else members.expression_text(part.value)
    if part is None or text is None:
        return None
    place = place_within(part.node, part.tree.start, part.tree.end)
    return Hover(place, text)


class _Position:
    """A position in a file, and the expression there."""

    def __init__(self, at: At) -> None:
        self._at = at
        self.part: Part | None = part_at(at)

    @property
    def value(self) -> Value:
        """The value of the expression."""
        return UNKNOWN if self.part is None else self.part.value

    def about(self, item: Occurrence) -> str | None:
        """Return the text about a symbol that occurs at the position."""
        symbol, meaning = item.symbol, self._at.index.meaning
        if not item.certain:
            return None
        match symbol.kind:
            case SymbolKind.PROPERTY:
                return members.property_text(symbol, meaning, self._seen_in(item), self.value)
            case SymbolKind.METHOD:
                return members.method_text(symbol, meaning, self._seen_in(item))
            case SymbolKind.ARGUMENT:
                return members.argument_text(symbol, meaning, self.value)
            case SymbolKind.VARIABLE:
                return members.variable_text(symbol, self._variable(symbol))
            case SymbolKind.WORD if symbol.owner == VARIABLE:
                return members.variable_text(symbol, self._variable(symbol))
            case SymbolKind.CLASS:
                return classes.class_text(symbol, meaning)
            case SymbolKind.PACKAGE:
                return classes.package_text(symbol, meaning)
            case SymbolKind.FILE:
                return classes.file_text(symbol, meaning)
            case SymbolKind.PREFIX:
                return self._prefix(symbol)
            case SymbolKind.FUNCTION:
                return function_text(symbol, self.value, self._functions())
            case SymbolKind.CONTRACT_FUNCTION:
                return contract_function_text(symbol)
            case SymbolKind.KEY | SymbolKind.WORD | SymbolKind.FIELD_TYPE:
                return word_text(symbol)
            case SymbolKind.HEAT_FUNCTION:
                return heat_function_text(symbol)
            case kind if kind in OF_HEAT:
                return heat_part_text(symbol, self._at.index)
        definition = self._at.analysis.package.ui
        return None if definition is None else form_part_text(symbol, definition, self.value)

    def _functions(self) -> FunctionSignatures:
        """Return the functions that expressions in the file may call."""
        if self._at.path not in self._at.index.units:
            return EvaluationStage.MODEL.functions
        format_ = self._at.analysis.package.header.format
        # Classes of the core library and tests have some more
        return signatures_of((format_.major, format_.minor), frozenset({CORE, TEST}))

    def _seen_in(self, item: Occurrence) -> TypeId | None:
        """Return the class of the object whose member stands here, else that of the code."""
        if item.role is Role.DECLARATION:
            return None
        observed = observed_at(self._at)
        part = self.part
        if observed is None:
            return None
        if part is None or not isinstance(part.tree, Binary) or part.tree.operator not in DOTS:
            return observed.type.id
        receiver = observed.value(part.node, part.tree.left)
        return members.seen_type(receiver, observed.classes)

    def _variable(self, symbol: Symbol) -> Value:
        """Return the value of a variable; `For` and `As` name one outside of expressions."""
        observed = observed_at(self._at)
        if self.part is not None or observed is None:
            return self.value
        return observed.named(self._at.line, symbol.name)

    def _prefix(self, symbol: Symbol) -> str | None:
        declaration = declaration_at(self._at)
        entries = () if declaration is None else declaration.namespaces or ()
        return next(
            (
                classes.prefix_text(symbol, entry.namespace)
                for entry in entries
                if entry.prefix == symbol.name
            ),
            None,
        )
