"""The names that a symbol may get: their form, and names that are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muranopl.ard.yaml.scalars import resolve_plain
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.language.grammar.names import DOTTED, VARIABLE, WORD
from muranopl.language.grammar.ui.form import RESERVED
from muranopl.workspace.symbols.collecting.heat_templates import OF_HEAT
from muranopl.workspace.symbols.collecting.meaning import Meaning, type_of
from muranopl.workspace.symbols.families import members
from muranopl.workspace.symbols.index import SymbolIndex
from muranopl.workspace.symbols.navigation import distinct_meanings
from muranopl.workspace.symbols.renaming.result import RenameRefusedError
from muranopl.workspace.symbols.symbol import MEMBERS, Symbol, SymbolKind

_LOCALS = frozenset({SymbolKind.ARGUMENT, SymbolKind.VARIABLE})
_HEAT_NAME = re.compile(r"[a-zA-Z_][\w.-]*\Z")
_ENGINE_NAMES = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})


def check_form(symbol: Symbol, name: str) -> None:
    """Raise RenameRefusedError if a symbol of this kind cannot have a name."""
    if symbol.kind is SymbolKind.CLASS:
        space = symbol.name.rpartition(".")[0]
        if not DOTTED.match(name):
            raise RenameRefusedError(
                f'"{name}" is not a valid class name: use letters, digits and _, after a letter or one _'
            )
        if "." in name and name.rpartition(".")[0] != space:
            raise RenameRefusedError(
                f'the namespace "{space}" cannot be changed: write only the name after the last dot'
            )
        return
    pattern, letters = _form_of(symbol)
    if not pattern.match(name) or name.startswith("__"):
        raise RenameRefusedError(
            f'"{name}" is not a valid {symbol.kind.value} name: use {letters}, after a letter or one _'
        )
    if symbol.kind is not SymbolKind.VARIABLE and resolve_plain(name, None) != name:
        raise RenameRefusedError(f'YAML does not read "{name}" as a string: choose another name')
    if symbol.kind is SymbolKind.METHOD and name in _ENGINE_NAMES:
        raise RenameRefusedError(f'the engine calls methods named "{name}": choose another name')
    if symbol.kind in _LOCALS and name == "this":
        raise RenameRefusedError("$this is reserved for the current object: choose another name")
    if symbol.kind is SymbolKind.FORM and name == RESERVED:
        raise RenameRefusedError(f'the dashboard adds a form "{name}": choose another name')


def _form_of(symbol: Symbol) -> tuple[re.Pattern[str], str]:
    """Return the pattern of the names of such a symbol, and the signs that they may have."""
    if symbol.kind in OF_HEAT:
        return _HEAT_NAME, "letters, digits, _, - and ."
    return VARIABLE if symbol.kind in _LOCALS else WORD, "letters, digits and _"


def check_free(family: Iterable[Symbol], name: str, indexes: Sequence[SymbolIndex]) -> None:
    """Raise RenameRefusedError if a name is taken where one of the symbols has it."""
    for symbol in family:
        for taken in _taken(symbol, name, indexes):
            raise RenameRefusedError(f"the name is taken by {taken}")


def _taken(symbol: Symbol, name: str, indexes: Sequence[SymbolIndex]) -> Iterator[str]:
    """Yield what has a name already, in words."""
    meanings = distinct_meanings(indexes)
    if symbol.kind is SymbolKind.CLASS:
        full = new_full_name(symbol, name)
        for meaning in meanings:
            for opened in meaning.names.packages.values():
                if opened.has(full):
                    yield f'class "{full}" in package {opened.id.name}'
    elif symbol.kind in MEMBERS:
        for meaning in meanings:
            yield from _taken_member(symbol, name, meaning)
        for index in indexes if symbol.kind is SymbolKind.PROPERTY else ():
            yield from _set_property(symbol, name, index.meaning)
    else:
        for index in indexes:
            yield from _taken_beside(symbol, name, index)


def _taken_member(symbol: Symbol, name: str, meaning: Meaning) -> Iterator[str]:
    """Yield members of a name in the types that have a member: both would be one."""
    for type_ in _having(symbol, meaning):
        member = members(type_, symbol.kind).get(name)
        if member is not None:
            where = member.declaring.name
            yield f'{symbol.kind.value} "{name}" in {where}'


def _set_property(symbol: Symbol, name: str, meaning: Meaning) -> Iterator[str]:
    """Yield properties of a name that classes of a package set without declaring them."""
    for type_ in _having(symbol, meaning):
        if type_.id.package != meaning.id:
            continue
        observed = meaning.observed(type_.id)
        if observed is not None and name in observed.undeclared:
            yield f'property "{name}", which {type_.id.name} sets'


def _having(symbol: Symbol, meaning: Meaning) -> Iterator[CompleteType]:
    """Yield the types that have a member."""
    owner = type_of(symbol)
    for type_ in meaning.types.values():
        if owner is not None and (owner == type_.id or owner in type_.ancestors):
            yield type_


def _taken_beside(symbol: Symbol, name: str, index: SymbolIndex) -> Iterator[str]:
    """Yield symbols of a name beside one: in its method, its document or its form."""
    kinds = _LOCALS if symbol.kind in _LOCALS else _BESIDE.get(symbol.kind, {symbol.kind})
    siblings = {Symbol(kind, name, symbol.owner, symbol.package) for kind in kinds}
    for path in index.home(symbol):
        for other in siblings & index.file(path).by_symbol.keys():
            yield other.shown
            return


_BESIDE = {
    SymbolKind.TEMPLATE: {SymbolKind.TEMPLATE, SymbolKind.PARAMETER},
    SymbolKind.PARAMETER: {SymbolKind.TEMPLATE, SymbolKind.PARAMETER},
}


def new_full_name(symbol: Symbol, name: str) -> str:
    """Return the full name of a class under a new short name."""
    space = symbol.name.rpartition(".")[0]
    short = name.rpartition(".")[2]
    return f"{space}.{short}" if space else short
