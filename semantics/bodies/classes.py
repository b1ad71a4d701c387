"""Answers which classes a body can refer to, how they are related, and what members they have."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.graphs import grouped
from muranopl.inherit.complete import CompleteType, Member, MethodMember, PropertyMember
from muranopl.inherit.method_overrides import as_used
from muranopl.inherit.overrides import class_relation
from muranopl.inherit.property_overrides import GIVEN, hidden_not_kept
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.method import (
    CONSTRUCTOR,
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.contracts import named_class, type_of
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, Value, instances, nullable, union
from muranopl.semantics.binding import Parameters, has_no_default, parameters
from muranopl.semantics.bodies.descendants import Descendants
from muranopl.semantics.bodies.surroundings import Surroundings
from muranopl.semantics.bodies.visibility import NativeMethods, Visibility

_CODE, _ARGUMENTS = 8, 256
"""Numbers of classes and of arguments with cached answers, as code is checked class by class."""


class ClassIndex:
    """All classes of a catalog."""

    def __init__(
        self, names: Names, types: Mapping[TypeId, CompleteType], around: Surroundings
    ) -> None:
        self.names = names
        self.facts = ContractFacts(quirks=names.quirks)
        self._types = types
        self._relation = class_relation(names, types)
        self.surroundings = around
        self.descendants = Descendants(types, around)
        self.native = NativeMethods(names)
        self.visibility = Visibility(names, types, around)
        # Bodies ask the same questions again and again. None of the functions refers to this object:
        # a cycle of references would keep it and all answers until garbage is collected
        self.parameters = functools.cache(functools.partial(_parameters, self.facts, self.native))
        self.in_order = functools.cache(functools.partial(_in_order, self.parameters))
        self.argument = functools.lru_cache(_ARGUMENTS)(functools.partial(_argument, names))
        self._literals = functools.lru_cache(_CODE)(functools.partial(_literals, names))
        self._properties: dict[PropertyDeclaration, Value] = {}
        self.as_used = functools.cache(as_used)
        self.called_on_value = functools.cache(_called_on_value)
        self.object_of_core = functools.cache(functools.partial(_object_of_core, names))
        self.imports = functools.lru_cache(_CODE)(functools.partial(_imports, names, types))
        # A class that may have unknown ancestors; its members are checked with `declares`
        self.get_incomplete = types.get

    def get(self, id_: TypeId) -> CompleteType | None:
        """Return a class whose ancestors and members are all known, else None."""
        result = self._types.get(id_)
        return None if result is None or result.incomplete else result

    def declares(self, type_: CompleteType, member: Member[Any] | None) -> bool:
        """Return whether a member is certainly the one its name refers to.

        It is if all unknown ancestors of the class are above the class that declares the member.
        """
        if member is None or not type_.incomplete:
            return member is not None
        # Above the class that declares the member nothing can come before it.
        pending, visited = [type_.id], {member.declaring}
        while pending:
            current = pending.pop()
            if current not in visited:
                visited.add(current)
                result = self._types.get(current)
                if result is None or len(result.parents) < len(result.declared.declaration.extends):
                    return False
                pending.extend(result.parents)
        return True

    def constructor_arguments(
        self, type_: CompleteType
    ) -> tuple[dict[str, tuple[TypeId, ArgumentDeclaration]], bool]:
        """Return the arguments of all constructors of a class, and whether one takes any others.

        The arguments are by name, each with the class that declares it; the nearest one of a name
        counts.
        """
        init = type_.methods.get(CONSTRUCTOR)
        result: dict[str, tuple[TypeId, ArgumentDeclaration]] = {}
        is_open = False
        for owner, method in () if init is None else init.chain:
            for argument in method.arguments:
                # Those of `*args` and `**kwargs` take any name, so no name is wrong.
                if argument.usage is ArgumentUsage.STANDARD:
                    result.setdefault(argument.name, (owner, argument))
                else:
                    is_open = True
        return result, is_open

    def is_required(self, owner: TypeId, argument: ArgumentDeclaration) -> bool:
        """Return whether a constructor argument that the class `owner` declares must be given."""
        if self.native.is_native(owner):
            return has_no_default(argument)
        return self.facts.is_required(argument)

    def extends(self, id_: TypeId, other: TypeId) -> bool:
        """Return whether a class is `other` or one of its descendants."""
        if id_ == other:
            return True
        result = self._types.get(id_)
        return result is not None and other in result.ancestors

    def literal(self, owner: TypeId, node: Yaql, expression: Expression) -> TypeId | None:
        """Return the class that a name in an expression of `owner` refers to, None if unknown."""
        return self._literals(owner).get((id(node), expression.start, expression.end))

    def read(self, type_: CompleteType, member: PropertyMember) -> Value:
        """Return the type of a property of a class, UNKNOWN if it may be another one."""
        if type_.incomplete and not self.declares(type_, member):
            return UNKNOWN
        return self.property(member)

    def property(self, member: PropertyMember) -> Value:
        """Return the type of the value read from a property.

        Where its contract does not keep one that it hides, which is reported there, the value may be
        of either.
        """
        # Several ancestors declare it, and reading it is ambiguous.
        if len(member.candidates) > 1:
            return UNKNOWN
        _, declaration = member.candidates[0]
        result = self._properties.get(declaration)
        if result is None:
            # Usages set by methods may still be null when the property is read.
            created = self._of_declared(member.candidates[0])
            if member.above:
                hidden = map(self._of_declared, self.hidden_not_kept(member))
                created = union((created, *hidden))
            result = self._properties[declaration] = (
                created if declaration.usage in GIVEN else nullable(created)
            )
        return result

    def hidden_not_kept(self, member: PropertyMember) -> list[tuple[TypeId, PropertyDeclaration]]:
        """Return the declarations that a property hides, and whose contracts it does not keep."""
        return hidden_not_kept(member, self._relation)

    def _of_declared(self, declared: tuple[TypeId, PropertyDeclaration]) -> Value:
        owner, declaration = declared
        return _type(self.names, declaration, f'property "{declaration.name}" of {owner.name}')

    def contract(self, contract: Contract) -> TypeId | None:
        """Return the class of the objects that a contract takes, None for other contracts."""
        named = named_class(contract)
        return None if named is None else self.names.resolved.get(named)

    def extensions(self, owner: CompleteType, name: str) -> Sequence[MethodMember]:
        """Return the extension methods of a name that code of a class can use.

        These are its own, and those of classes that it imports.
        """
        methods, _ = self.imports(owner)
        return methods.get(name, ())


def _parameters(
    facts: ContractFacts, native: NativeMethods, declaration: MethodDeclaration
) -> Parameters[ArgumentDeclaration]:
    """Return the parameters of a method as binding needs them."""
    is_native = declaration in native.methods
    return parameters(declaration.arguments, has_no_default if is_native else facts.is_required)


def _in_order(
    parameters: Callable[[MethodDeclaration], Parameters[ArgumentDeclaration]],
    declaration: MethodDeclaration,
    count: int,
) -> tuple[ArgumentDeclaration, ...] | None:
    """Return the arguments of a method that take values passed by position, see `Parameters`."""
    return parameters(declaration).in_order(count)


def _argument(names: Names, declaration: ArgumentDeclaration) -> Value:
    """Return the type of an argument inside its method.

    It may be null, as a literal null in a call passes every contract in the engine.
    """
    return nullable(_type(names, declaration, f'argument "{declaration.name}"'))


def _type(names: Names, declaration: PropertyDeclaration | ArgumentDeclaration, what: str) -> Value:
    return type_of(declaration.contract, names.resolved, (declared_here(what, declaration),))


def declared_here(
    what: str, declaration: ArgumentDeclaration | MethodDeclaration | PropertyDeclaration
) -> Related:
    """Return the place of a declaration for diagnostics that follow from it."""
    return Related(f"{what} is declared here", declaration.name_node.place)


def _literals(names: Names, owner: TypeId) -> dict[tuple[int, int, int], TypeId | None]:
    """Return the classes that names in a class refer to, by their place in the text."""
    return {
        (id(item.node), item.start, item.end): names.resolved.get(item)
        for item in names.references.get(owner, ())
    }


def _imports(
    names: Names, types: Mapping[TypeId, CompleteType], owner: CompleteType
) -> tuple[dict[str, list[MethodMember]], bool]:
    """Return the extension methods by name, and whether an imported class is not known completely."""
    written = owner.declared.declaration.imports
    imported = [id_ and types.get(id_) for id_ in map(names.resolved.get, written)]
    methods = grouped(
        (name, member)
        for type_ in (owner, *filter(None, imported))
        for name, member in type_.methods.items()
        if member.declaration.usage is MethodUsage.EXTENSION
    )
    return methods, any(type_ is None or type_.incomplete for type_ in imported)


def _called_on_value(declaration: MethodDeclaration) -> MethodDeclaration:
    """Return an extension method without its first argument, which is the receiver."""
    return replaced(declaration, arguments=declaration.arguments[1:])


def _object_of_core(names: Names, name: str, asking: PackageId) -> Value:
    """Return the type of objects of exactly one class of the core library a package sees."""
    core = names.core.get(asking)
    return instances(() if core is None else (ClassType(TypeId(name, core), exact=True),))
