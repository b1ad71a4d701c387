"""Renaming a symbol in all packages of a workspace."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muranopl.diagnostics.places import LineIndex, Place, lines_of
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.read.heat.references import PSEUDO_PARAMETERS
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.heat_templates import OF_HEAT
from muranopl.workspace.symbols.collecting.meaning import Meaning, method_of, type_of
from muranopl.workspace.symbols.families import family
from muranopl.workspace.symbols.index import At, SymbolIndex, index_of
from muranopl.workspace.symbols.navigation import distinct_meanings, possible_uses
from muranopl.workspace.symbols.renaming.new_names import check_form, check_free
from muranopl.workspace.symbols.renaming.result import (
    RenameEdit,
    RenameRefusedError,
    Renaming,
    class_files,
)
from muranopl.workspace.symbols.symbol import Occurrence, Symbol, SymbolKind

_RENAMED = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.PREFIX,
        SymbolKind.PROPERTY,
        SymbolKind.METHOD,
        SymbolKind.ARGUMENT,
        SymbolKind.VARIABLE,
        SymbolKind.FORM,
        SymbolKind.FIELD,
        SymbolKind.TEMPLATE,
        SymbolKind.PARAMETER,
        *OF_HEAT,
    }
)
_WHY_NOT = {
    SymbolKind.PACKAGE: "other packages require it by this name",
    SymbolKind.FILE: "rename the file itself",
}
_OF_THE_LANGUAGE = "it is part of the language"
_ENGINE_NAMES = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})


def can_rename(at: At, others: Iterable[Analysis] = ()) -> Occurrence:
    """Return the name at a position, if it can be renamed. Raise RenameRefusedError."""
    indexes = [index_of(item) for item in (at.analysis, *others)]
    item = _named(at)
    _check_symbols(_family(item.symbol, indexes), indexes)
    return item


def rename(at: At, name: str, others: Iterable[Analysis] = ()) -> Renaming:
    """Return the edits that give what stands at a position another name, in all these packages.

    Raise RenameRefusedError if it cannot have that name, or cannot be renamed at all.
    """
    indexes = [index_of(item) for item in (at.analysis, *others)]
    symbol = _named(at).symbol
    together = _family(symbol, indexes)
    _check_symbols(together, indexes)
    check_form(symbol, name)
    if name != _short(symbol):
        check_free(together, name, indexes)
    short = name.rpartition(".")[2]
    occurrences = [item for index in indexes for related in together for item in index.of(related)]
    if any(item.place.file.text is None for item in occurrences):
        raise RenameRefusedError(
            f"{symbol.shown} is generated from a Heat template, which does not contain its name"
        )
    edits = {item.place: _edit(item, short) for item in occurrences}
    uncertain = [] if symbol.kind is SymbolKind.PREFIX else possible_uses(symbol, indexes)
    if symbol.kind is SymbolKind.PREFIX:
        edits |= _spelled(symbol, indexes[0], short, set(edits))
    # Where no other class has such a member, unknown values probably have this one
    is_only = not _declared_elsewhere(symbol, together, indexes)
    if is_only:
        edits |= {item.place: _edit(item, short) for item in uncertain}
    files = class_files(symbol, short, indexes) if symbol.kind is SymbolKind.CLASS else None
    if files is not None:
        edits |= {edit.place: edit for edit in files.edits}
    return Renaming(
        tuple(sorted(edits.values(), key=lambda edit: edit.place.key())),
        () if files is None else files.files,
        () if is_only else tuple(item.place for item in uncertain),
    )


def _named(at: At) -> Occurrence:
    """Return the name at a position. Raise RenameRefusedError if there is none to rename."""
    here = at.occurrences
    if not here:
        raise RenameRefusedError("no name at this position")
    symbols = dict.fromkeys(item.symbol for item in here)
    if len(symbols) > 1:
        raise RenameRefusedError("the name is ambiguous at this position")
    (item, *_) = here
    if not item.certain:
        raise RenameRefusedError(
            f"the object with this {item.symbol.kind.value} is unknown: rename it at its declaration"
        )
    return item


def _family(symbol: Symbol, indexes: Sequence[SymbolIndex]) -> frozenset[Symbol]:
    if symbol.kind not in _RENAMED:
        why = _WHY_NOT.get(symbol.kind, _OF_THE_LANGUAGE)
        raise RenameRefusedError(f'"{symbol.name}" cannot be renamed: {why}')
    return family(symbol, distinct_meanings(indexes))


def _check_symbols(together: Iterable[Symbol], indexes: Sequence[SymbolIndex]) -> None:
    """Raise RenameRefusedError if one of the symbols keeps its name."""
    here = {index.meaning.id for index in indexes}
    for symbol in sorted(together, key=lambda item: (item.owner, item.name)):
        if symbol.package is not None and symbol.package not in here:
            raise RenameRefusedError(
                f"{symbol.shown} is declared in package {symbol.package.name}, "
                "which is not in the opened folders"
            )
        if symbol.kind is SymbolKind.METHOD and symbol.name in _ENGINE_NAMES:
            raise RenameRefusedError(f'the engine calls "{symbol.name}" by this name')
        if symbol.kind is SymbolKind.PREFIX and symbol.name == "=":
            raise RenameRefusedError(
                '"=" is the prefix of names without a prefix, and cannot be renamed'
            )
        if symbol.name in PSEUDO_PARAMETERS:
            raise RenameRefusedError(f'Heat sets "{symbol.name}", which cannot be renamed')
        if symbol.kind is SymbolKind.CLASS:
            _check_class(symbol, indexes)
        if symbol.kind is SymbolKind.ARGUMENT:
            _check_argument(symbol, indexes)


def _check_class(symbol: Symbol, indexes: Iterable[SymbolIndex]) -> None:
    """Raise RenameRefusedError for a class without a name of its own."""
    for index in indexes:
        declared = index.meaning.class_of(symbol)
        if declared is not None and declared.declaration.name is not None:
            return
    raise RenameRefusedError(f'class "{symbol.name}" has no readable Name')


def _check_argument(symbol: Symbol, indexes: Iterable[SymbolIndex]) -> None:
    """Raise RenameRefusedError for an argument that several constructors share.

    `new()` passes a value to all constructors that have an argument of its name.
    """
    method = method_of(symbol)[1]
    owner = type_of(symbol)
    if LIFE_CYCLE.get(method, method) not in LIFE_CYCLE.values() or owner is None:
        return
    for index in indexes:
        for other in _sharing(symbol, index.meaning):
            raise RenameRefusedError(
                f'values with this name are also passed to "{symbol.name}" of {other}'
            )


def _sharing(symbol: Symbol, meaning: Meaning) -> Iterator[str]:
    owner = type_of(symbol)
    for type_ in meaning.types.values():
        if owner is None or (type_.id != owner and owner not in type_.ancestors):
            continue
        if symbol.name in type_.properties:
            yield type_.properties[symbol.name].declaring.name
        init = type_.methods.get(".init")
        for other, declaration in () if init is None else init.chain:
            names = (argument.name for argument in declaration.arguments)
            if other != owner and symbol.name in names:
                yield other.name


def _edit(item: Occurrence, short: str) -> RenameEdit:
    """Return the edit of an occurrence; of a dotted name, of its last word."""
    place, text = item.place, _text_at(item.place)
    quotes = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    first = text.rfind(".") + 1 if item.symbol.kind is SymbolKind.CLASS else 0
    within = Place(
        place.file,
        place.line,
        place.column + max(first, quotes),
        place.end_line,
        place.end_column - quotes,
    )
    return RenameEdit(within, short, item.certain)


def _text_at(place: Place) -> str:
    lines = lines_of(place.file.text or "")
    if place.line != place.end_line or place.line > len(lines):
        return ""
    return lines[place.line - 1][place.column - 1 : place.end_column - 1]


def _short(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def _declared_elsewhere(
    symbol: Symbol, together: Iterable[Symbol], indexes: Iterable[SymbolIndex]
) -> bool:
    """Return whether unrelated classes declare a member of the same name."""
    owners = {type_of(item) for item in together}
    return any(
        not owners.issuperset(meaning.declaring(symbol.kind, symbol.name))
        for meaning in distinct_meanings(indexes)
    )


def _spelled(
    symbol: Symbol, index: SymbolIndex, name: str, edited: Iterable[Place]
) -> dict[Place, RenameEdit]:
    """Return the edits of a prefix in texts that may be names, such as arguments of functions."""
    path = symbol.owner.rsplit(":", 2)[0]
    unit = index.units.get(path)
    text = None if unit is None else unit.file.text
    if unit is None or text is None:
        return {}
    taken = {(place.line, place.column) for place in edited}
    lines = LineIndex(text)
    result = {}
    for match in re.finditer(rf"(?<![\w:]){re.escape(symbol.name)}(?=:\w)", text):
        place = lines.place(unit.file, *match.span())
        if (place.line, place.column) not in taken:
            result[place] = RenameEdit(place, name, certain=False)
    return result
