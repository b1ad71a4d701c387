"""Occurrences in the expressions of a class: variables, members, arguments, functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Pair, Variable, bare, walk
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import Member
from muranopl.language.contracts import kinds
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.application import binding_names, bound_variables
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies import resources
from muranopl.semantics.bodies.assigned import OBJECT
from muranopl.semantics.bodies.observation import ObservedClass, method_members, property_members
from muranopl.workspace.symbols.collecting.meaning import Meaning, local_symbol, member_symbol
from muranopl.workspace.symbols.collecting.plans import resource_argument
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

DOTS = frozenset({".", "?."})
VARIABLE = "Variable"
"""The owner of the words `$` and `$this`, and of the arguments of lambdas."""
_NEW = "new"


class CodeReader:
    """Finds what the names in the expressions of a class refer to."""

    def __init__(self, own: TypeId, meaning: Meaning) -> None:
        self._own = own
        self._meaning = meaning
        self._observed = meaning.observed(own)

    def start_of(self, node: Yaql) -> Iterator[Occurrence]:
        """Yield the `$` that a contract begins with."""
        for part in walk(node.tree):
            if isinstance(part, Variable) and part.start == node.tree.start:
                symbol = Symbol(SymbolKind.WORD, part.name, VARIABLE)
                yield Occurrence(place_within(node, part.start, part.end), symbol)

    def occurrences(
        self,
        node: Yaql,
        method: MethodDeclaration | None,
        tree: Expression | None = None,
        *,
        target: bool = False,
    ) -> Iterator[Occurrence]:
        """Yield the occurrences in an expression, or in a part of it.

        `method` is the one whose variables it reads. A `target` of an assignment is written.
        """
        root = node.tree if tree is None else tree
        expression = _WrittenExpression(node, method, bound_variables(node), root, target)
        called: set[int] = set()
        for part in walk(root):
            if isinstance(part, Variable):
                yield self._variable(part, expression)
            elif isinstance(part, Binary) and part.operator in DOTS:
                if isinstance(part.right, Keyword):
                    yield from self._property(part, part.right, expression)
                elif isinstance(part.right, Call):
                    called.add(id(part.right))
                    yield from self._method(part, part.right, expression)
            elif isinstance(part, Call) and id(part) not in called:
                yield expression.at(_name_of(part), _function(part.name))
                yield from self._named(part, self._created(part, node), expression)
            if isinstance(part, Call):
                yield from self._bound(part, expression)

    def _value(self, node: Yaql, part: Expression) -> Value:
        return UNKNOWN if self._observed is None else self._observed.value(node, part)

    # Variables

    def _variable(self, part: Variable, expression: _WrittenExpression) -> Occurrence:
        name = part.name[1:]
        if part.name in OBJECT or name.isdecimal():
            symbol = Symbol(SymbolKind.WORD, part.name, VARIABLE)
            return expression.at((part.start, part.end), symbol)
        span = part.start + 1, part.end
        role = Role.WRITE if expression.writes(part) else Role.REFERENCE
        return expression.at(span, self._variable_symbol(name, expression), role)

    def _variable_symbol(self, name: str, expression: _WrittenExpression) -> Symbol:
        method = expression.method
        title = "" if method is None else method.name
        # What an expression binds itself is another variable than that of its method
        if expression.bound is None or name in expression.bound:
            node = expression.node
            title = f"{title}@{node.line}:{node.column}"
        elif method is not None and any(argument.name == name for argument in method.arguments):
            return local_symbol(SymbolKind.ARGUMENT, name, title, self._own)
        return local_symbol(SymbolKind.VARIABLE, name, title, self._own)

    def _bound(self, call: Call, expression: _WrittenExpression) -> Iterator[Occurrence]:
        """Yield the declarations of variables that an expression binds, as in `let(x => 1)`."""
        for name in binding_names(call) if expression.bound else ():
            if isinstance(name, Keyword):
                symbol = self._variable_symbol(name.name, expression)
                yield expression.of(name, symbol, Role.DECLARATION)

    # Members

    def _property(
        self, part: Binary, name: Keyword, expression: _WrittenExpression
    ) -> Iterator[Occurrence]:
        role = Role.WRITE if expression.writes(part) else Role.REFERENCE
        receiver = self._value(expression.node, part.left)
        symbols = self._property_symbols(receiver, name.name)
        for symbol in symbols:
            yield expression.of(name, symbol, role)
        if not symbols and receiver.may_be(kinds.OBJECT | kinds.CLASS):
            yield from self._uncertain(name, SymbolKind.PROPERTY, expression, role)

    def _property_symbols(self, receiver: Value, name: str) -> list[Symbol]:
        observed = self._observed
        if observed is None:
            return []
        members = property_members(receiver, name, observed.type, observed.classes)
        symbols = _symbols(members, SymbolKind.PROPERTY)
        if not symbols and self._has_undeclared(receiver, name, observed):
            return [member_symbol(SymbolKind.PROPERTY, name, self._own)]
        return symbols

    def _has_undeclared(self, receiver: Value, name: str, observed: ObservedClass) -> bool:
        """Return whether a name is that of a property which the class sets without declaring it."""
        if name not in observed.undeclared or not receiver.kinds & kinds.OBJECT:
            return False
        return any(observed.classes.extends(class_.id, self._own) for class_ in receiver.classes)

    def _method(
        self, part: Binary, call: Call, expression: _WrittenExpression
    ) -> Iterator[Occurrence]:
        receiver = self._value(expression.node, part.left)
        members = self._method_members(receiver, call.name)
        for symbol in _symbols(members, SymbolKind.METHOD):
            place = expression.place(_name_of(call))
            yield Occurrence(place, symbol, receivers=receiver.classes)
        if members:
            yield from self._named(call, _arguments(members), expression)
            if any(member.declaring.name == resources.CLASS for member in members):
                yield from resource_argument(call, expression.node, self._meaning)
        elif _is_function(call.name):
            yield expression.at(_name_of(call), _function(call.name))
        elif receiver.may_be(kinds.OBJECT | kinds.CLASS):
            name = Keyword(*_name_of(call), call.name)
            for item in self._uncertain(name, SymbolKind.METHOD, expression):
                yield msgspec.structs.replace(item, receivers=receiver.classes)

    def _method_members(self, receiver: Value, name: str) -> list[Member[MethodDeclaration]]:
        observed = self._observed
        if observed is None:
            return []
        return list(method_members(receiver, name, observed.type, observed.classes))

    def _uncertain(
        self,
        name: Keyword,
        kind: SymbolKind,
        expression: _WrittenExpression,
        role: Role = Role.REFERENCE,
    ) -> Iterator[Occurrence]:
        """Yield a member of a value of an unknown class, if any class has such a one."""
        is_known = bool(self._meaning.declaring(kind, name.name))
        if kind is SymbolKind.PROPERTY and self._observed is not None:
            is_known = is_known or name.name in self._observed.undeclared
        if is_known:
            result = expression.of(name, Symbol(kind, name.name), role)
            yield msgspec.structs.replace(result, certain=False)

    # Arguments

    def _created(self, call: Call, node: Yaql) -> dict[str, Symbol]:
        """Return what the named arguments of `new()` set: arguments of constructors, properties."""
        observed = self._observed
        if call.name != _NEW or observed is None:
            return {}
        result: dict[str, Symbol] = {}
        for class_ in self._value(node, call).classes:
            type_ = observed.classes.get_incomplete(class_.id)
            if type_ is None:
                continue
            for name, member in type_.properties.items():
                (symbol, *_) = _symbols([member], SymbolKind.PROPERTY)
                result[name] = symbol
            arguments, _ = observed.classes.constructor_arguments(type_)
            for name, (owner, _) in arguments.items():
                result[name] = self._meaning.constructor_argument(name, owner)
        return result

    def _named(
        self, call: Call, names: dict[str, Symbol], expression: _WrittenExpression
    ) -> Iterator[Occurrence]:
        """Yield the names of arguments in a call."""
        for argument in call.arguments if names else ():
            if isinstance(argument, Pair) and isinstance(argument.key, Keyword):
                symbol = names.get(argument.key.name)
                if symbol is not None:
                    yield expression.of(argument.key, symbol)


class _WrittenExpression(msgspec.Struct, frozen=True, eq=False):
    """An expression of a method, the variables that it binds, and whether it is a target."""

    node: Yaql
    method: MethodDeclaration | None
    bound: frozenset[str] | None
    tree: Expression
    target: bool

    def at(self, span: tuple[int, int], symbol: Symbol, role: Role = Role.REFERENCE) -> Occurrence:
        """Return the occurrence of a symbol at a span of the text."""
        return Occurrence(self.place(span), symbol, role)

    def of(self, part: Expression, symbol: Symbol, role: Role = Role.REFERENCE) -> Occurrence:
        """Return the occurrence of a symbol at a part of the tree."""
        return self.at((part.start, part.end), symbol, role)

    def place(self, span: tuple[int, int]) -> Place:
        """Return the place of a span of the text."""
        return place_within(self.node, *span)

    def writes(self, part: Expression) -> bool:
        """Return whether a part is the end of the target of an assignment."""
        return self.target and bare(self.tree) is part


def _name_of(call: Call) -> tuple[int, int]:
    return call.start, call.start + len(call.name)


def _function(name: str) -> Symbol:
    return Symbol(SymbolKind.FUNCTION, name)


def _is_function(name: str) -> bool:
    return any(form.is_method for form in signatures.named(name))


def _symbols(members: Iterable[Member[Any]], kind: SymbolKind) -> list[Symbol]:
    """Return the symbols of the declarations that members may be, each once."""
    symbols = (
        member_symbol(kind, declaration.name, owner)
        for member in members
        for owner, declaration in member.candidates
    )
    return list(dict.fromkeys(symbols))


def _arguments(members: Iterable[Member[MethodDeclaration]]) -> dict[str, Symbol]:
    """Return the arguments of methods by their names."""
    return {
        argument.name: local_symbol(SymbolKind.ARGUMENT, argument.name, declaration.name, owner)
        for member in members
        for owner, declaration in member.candidates
        for argument in declaration.arguments
    }
