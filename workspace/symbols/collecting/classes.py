"""Occurrences in a class file: names of classes, members and what their code mentions."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, expressions, text_of
from muranopl.ard.positions import place_within
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Contract, Free
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.instructions.block import Block, Body
from muranopl.language.grammar.instructions.exceptions import Try
from muranopl.language.grammar.instructions.statements import Assign, For
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import DeclaredClass, TypeId
from muranopl.read.package import ClassUnit
from muranopl.workspace.symbols.collecting.class_names import declared_prefixes, written_classes
from muranopl.workspace.symbols.collecting.code import CodeReader
from muranopl.workspace.symbols.collecting.keys import keys_of
from muranopl.workspace.symbols.collecting.meaning import Meaning, local_symbol, member_symbol
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind


def class_file(unit: ClassUnit, meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the occurrences in a class file; those of code need its inference."""
    for declaration in unit.classes:
        yield from keys_of(declaration)
        yield from declared_prefixes(declaration, meaning.id)
        declared = meaning.declared(declaration)
        if declared is not None:
            yield from written_classes(declared, meaning)
            yield from _ClassReader(declared, meaning).occurrences()


class _ClassReader:
    """Yields the occurrences of members and code of one class."""

    def __init__(self, declared: DeclaredClass, meaning: Meaning) -> None:
        self._id: TypeId = declared.id
        self._declaration: ClassDeclaration = declared.declaration
        self._meaning = meaning
        self._code = CodeReader(declared.id, meaning)

    def occurrences(self) -> Iterator[Occurrence]:
        yield from self._metas(self._declaration.meta)
        for property_ in self._declaration.properties:
            symbol = member_symbol(SymbolKind.PROPERTY, property_.name, self._id)
            yield from _declared(property_.name_node, symbol)
            yield from self._declared_value(property_, None)
        for method in self._declaration.all_methods:
            yield from self._method(method)

    def _method(self, method: MethodDeclaration) -> Iterator[Occurrence]:
        symbol = member_symbol(SymbolKind.METHOD, method.name, self._id)
        yield from _declared(method.name_node, symbol)
        yield from self._metas(method.meta)
        for argument in method.arguments:
            local = self._local(SymbolKind.ARGUMENT, argument.name, method)
            yield from _declared(argument.name_node, local)
            yield from self._declared_value(argument, method)
        if method.body is not None and not method.body.unread:
            yield from self._body(method.body, method)

    def _declared_value(
        self,
        declaration: PropertyDeclaration | ArgumentDeclaration,
        method: MethodDeclaration | None,
    ) -> Iterator[Occurrence]:
        """Yield the occurrences in the contract and the default of a property or an argument."""
        yield from self._metas(declaration.meta)
        if declaration.contract is not None:
            yield from self._contract(declaration.contract, method)
        if declaration.default is not None:
            yield from self._expressions(declaration.default, method)

    def _contract(
        self, contract: Contract, method: MethodDeclaration | None
    ) -> Iterator[Occurrence]:
        for part in walk_contract(contract):
            if isinstance(part, Free):
                yield from self._expressions(part.node, method)
            if isinstance(part, Chain) and isinstance(part.node, Yaql):
                yield from self._code.start_of(part.node)
            for call in part.calls if isinstance(part, Chain) else ():
                symbol = Symbol(SymbolKind.CONTRACT_FUNCTION, call.function.name)
                name = call.call.start, call.call.start + len(call.call.name)
                yield Occurrence(place_within(part.node, *name), symbol)  # type: ignore[arg-type]
                if isinstance(call.arguments, Predicate):
                    node, tree = call.arguments.node, call.arguments.expression
                    yield from self._code.occurrences(node, method, tree)

    def _metas(self, uses: tuple[MetaUse, ...]) -> Iterator[Occurrence]:
        """Yield the properties that meta objects set; their classes are names like all others."""
        for use in uses:
            id_ = self._meaning.names.resolved.get(use.type)
            type_ = None if id_ is None else self._meaning.types.get(id_)
            for key, _ in () if use.values is None else use.values.pairs:
                member = type_ and type_.properties.get(text_of(key) or "")
                if member:
                    owner, declaration = member.candidates[0]
                    symbol = member_symbol(SymbolKind.PROPERTY, declaration.name, owner)
                    yield Occurrence(key.place, symbol)
            if use.values is not None:
                yield from self._expressions(use.values, None)

    def _expressions(self, node: Node, method: MethodDeclaration | None) -> Iterator[Occurrence]:
        for expression in expressions(node):
            yield from self._code.occurrences(expression, method)

    def _body(self, body: Body, method: MethodDeclaration) -> Iterator[Occurrence]:
        targets: set[int] = set()
        for block in body.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, Assign):
                    targets.add(id(instruction.target))
            yield from self._variables(block, method)
        for node in expressions(body.node):
            yield from self._code.occurrences(node, method, target=id(node) in targets)

    def _variables(self, block: Block, method: MethodDeclaration) -> Iterator[Occurrence]:
        """Yield the variables that `For` and `As` name."""
        for node in _variable_names(block):
            name = str(node.value)
            start = name.startswith("$")
            symbol = self._variable(name[start:], method)
            yield Occurrence(place_within(node, start, len(name)), symbol, Role.DECLARATION)

    def _variable(self, name: str, method: MethodDeclaration) -> Symbol:
        is_argument = any(argument.name == name for argument in method.arguments)
        kind = SymbolKind.ARGUMENT if is_argument else SymbolKind.VARIABLE
        return self._local(kind, name, method)

    def _local(self, kind: SymbolKind, name: str, method: MethodDeclaration) -> Symbol:
        return local_symbol(kind, name, method.name, self._id)


def _declared(node: Node, symbol: Symbol) -> Iterator[Occurrence]:
    if isinstance(node, Scalar):
        yield Occurrence(node.place, symbol, Role.DECLARATION)


def _variable_names(block: Block) -> Iterator[Scalar]:
    for instruction in block.instructions:
        if not isinstance(instruction.node, Mapping):
            continue
        named: list[Node | None] = []
        if isinstance(instruction, For):
            named.append(instruction.node.get("For"))
        elif isinstance(instruction, Try):
            catch = instruction.node.get("Catch")
            clauses = catch.items if isinstance(catch, Sequence) else (catch,)
            named += [item.get("As") for item in clauses if isinstance(item, Mapping)]
        for node in named:
            if isinstance(node, Scalar) and isinstance(node.value, str):
                yield node
