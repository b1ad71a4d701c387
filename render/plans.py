"""Loading plans: the order in which the properties of a class are set; computed once per class.

An object gets the values of its own class first, then those of each parent, depth first; a property
that several of them declare is set at the first of these, by the effective declaration (measured:
conformance/models.json, default-expr-*).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from muranopl.ard.nodes import Node, Scalar, Yaql, walk
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.graphs import topological_order
from muranopl.diagnostics.quirks import STATIC_FIRST, Quirk
from muranopl.language.contracts import tree
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.functions.objects import TEMPLATE
from muranopl.language.contracts.predicates.functions import compile_predicate
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.property import HIDDEN, PropertyDeclaration, PropertyUsage
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.result import TypeId
from muranopl.render.default_reads import read_properties, this_reads
from muranopl.semantics.evaluation.objects import MuranoType


class PropertyPlan(msgspec.Struct, eq=False):
    """A property at the class that sets it.

    `usage` is that of this class's declaration, `declaration` the effective one. `declaring` is the
    class of the latter, and `declared` its place, for messages; `others` are all further
    declarations, which only validate; `earlier` are those of them that the engine asks first, as
    their classes precede `declaring`. `is_given` is set if a model can contain a value.
    `is_resumed` is true for a Runtime property that the engine sets for an ancestor as well, where
    its Default is refused. The value of a property that `is_settled` depends only on the model, so
    that the second pass over it can keep the value of the first.
    """

    name: str
    usage: PropertyUsage
    declaration: PropertyDeclaration
    declaring: MuranoType
    others: tuple[tuple[MuranoType, PropertyDeclaration], ...]
    earlier: tuple[tuple[MuranoType, PropertyDeclaration], ...]
    ambiguous: tuple[TypeId, ...]
    is_given: bool
    has_template: bool
    is_settled: bool
    has_bad_default: bool
    declared: Related
    is_resumed: bool = False

    @property
    def contract(self) -> Contract | None:
        """The contract that transforms the value."""
        return self.declaration.contract

    @property
    def default(self) -> Node | None:
        """The effective default; to the engine, a default of null is none."""
        node = self.declaration.default
        return None if isinstance(node, Scalar) and node.value is None else node

    @property
    def is_static(self) -> bool:
        """Whether the value belongs to the class."""
        return self.declaration.usage is PropertyUsage.STATIC


class LineageLevel(msgspec.Struct, eq=False):
    """The members of one class of an object.

    `takes` are the constructor arguments it takes from a model. `order` has the properties set at
    this level, those that others read first as far as known, so that fewer have to wait. A name is
    used once: by the first class, and for the argument of its constructor before a property.
    Further constructors get the default (measured).
    """

    type: MuranoType
    configured: tuple[PropertyPlan, ...]
    properties: tuple[PropertyPlan, ...]
    order: tuple[PropertyPlan, ...]
    takes: frozenset[str]


class LoadingPlan(msgspec.Struct, eq=False):
    """All levels of a class in order, and all names a model may contain.

    `size` is the number of declarations of properties; `references` are the properties whose
    objects are always serialized as ids, as a meta object demands. `taken` are the `takes` of the
    levels by their classes.
    """

    levels: tuple[LineageLevel, ...]
    names: frozenset[str]
    references: frozenset[str]
    size: int
    taken: dict[TypeId, frozenset[str]]


def plan_for(type_: MuranoType, quirks: frozenset[Quirk]) -> LoadingPlan:
    """Compute the plan of a class."""
    levels = tuple(_levels(type_, quirks))
    for at, level in enumerate(levels):
        for plan in level.order:
            if plan.usage is PropertyUsage.RUNTIME and plan.others:
                plan.is_resumed = _is_resumed(plan.name, levels[at + 1 :])
    names = {property_.name for level in levels for property_ in level.properties}
    names.update(*(level.takes for level in levels))
    references = {
        property_.name
        for level in levels
        for property_ in level.properties
        if _is_reference(property_)
    }
    size = sum(len(level.properties) for level in levels)
    taken = {level.type.id: level.takes for level in levels}
    return LoadingPlan(levels, frozenset(names), frozenset(references), size, taken)


def _is_resumed(name: str, further: Iterable[LineageLevel]) -> bool:
    """Return whether the engine reads a property from the model at one of some further levels."""
    for level in further:
        for declared in level.type.declared.declaration.properties:
            if declared.name != name:
                continue
            if declared.usage is not PropertyUsage.RUNTIME:
                return declared.usage not in HIDDEN
            if declared.default is None:
                return False
    return False


SERIALIZE = "io.murano.metadata.engine.Serialize"


def _is_reference(plan: PropertyPlan) -> bool:
    """Return whether the nearest declaration with the meta object Serialize has `as: reference`."""
    for type_, declaration in ((plan.declaring, plan.declaration), *plan.others):
        for use in declaration.meta:
            if full_name(use.type.text, type_.declared.namespaces) == SERIALIZE:
                chosen = None if use.values is None else use.values.get("as")
                return isinstance(chosen, Scalar) and chosen.value == "reference"
    return False


def _levels(type_: MuranoType, quirks: frozenset[Quirk]) -> Iterator[LineageLevel]:
    by_id = {item.id: item for item in type_.linearization}
    visited: set[TypeId] = set()
    stack: list[tuple[MuranoType, set[str]]] = [(type_, set())]
    while stack:
        current, used = stack.pop()
        if current.id in visited:
            continue
        visited.add(current.id)
        level = _level(current, type_, by_id, used, quirks)
        yield level
        used.update(
            level.takes,
            (
                property_.name
                for property_ in level.properties
                if STATIC_FIRST in quirks or not _is_apart(property_)
            ),
        )
        # While no name is used, each parent starts with a set of its own, as in the engine.
        stack.extend((parent, used or set()) for parent in reversed(current.parents))


def _level(
    current: MuranoType,
    type_: MuranoType,
    by_id: dict[TypeId, MuranoType],
    used: set[str],
    quirks: frozenset[Quirk],
) -> LineageLevel:
    plans = tuple(
        _property(property_, type_, by_id, quirks)
        for property_ in current.declared.declaration.properties
    )
    arguments = frozenset(_constructor_arguments(current))
    return LineageLevel(
        current,
        tuple(plan for plan in plans if plan.usage is PropertyUsage.CONFIG),
        plans,
        _in_order(tuple(plan for plan in plans if plan.name not in used | arguments)),
        arguments - used,
    )


def _is_apart(plan: PropertyPlan) -> bool:
    """Return whether a property is Static and its name declared by unrelated parents too."""
    return bool(plan.ambiguous) and plan.usage is PropertyUsage.STATIC


def _constructor_arguments(type_: MuranoType) -> Iterator[str]:
    member = type_.complete.methods.get(".init")
    # An inherited constructor belongs to the level of the class that declares it
    if member is not None and member.declaring == type_.id:
        yield from (argument.name for argument in member.declaration.arguments)


def _property(
    declaration: PropertyDeclaration,
    type_: MuranoType,
    by_id: dict[TypeId, MuranoType],
    quirks: frozenset[Quirk],
) -> PropertyPlan:
    member = type_.complete.properties[declaration.name]
    chain = member.chain
    # All other declarations validate the value.
    overridden = tuple(
        (by_id[id_], value)
        for id_, value in chain
        if value is not member.declaration and id_ in by_id
    )
    counts, declaring = member.declaration, by_id.get(member.declaring, type_)
    return PropertyPlan(
        name=declaration.name,
        usage=declaration.usage,
        declaration=counts,
        declaring=declaring,
        others=overridden,
        earlier=tuple(item for item in overridden if _precedes(item[0], declaring, type_)),
        ambiguous=tuple(id_ for id_, _ in member.candidates) if member.ambiguous else (),
        is_given=declaration.usage
        not in {PropertyUsage.CONFIG, PropertyUsage.STATIC, PropertyUsage.RUNTIME},
        has_template=counts.contract is not None and _has_template(counts.contract),
        is_settled=not overridden and _is_settled(counts),
        has_bad_default=_has_bad_default(counts, quirks),
        declared=Related(
            f'property "{declaration.name}" of {declaring.name}', counts.name_node.place
        ),
    )


def _precedes(first: MuranoType, second: MuranoType, type_: MuranoType) -> bool:
    """Return whether one class comes before another among a class and its ancestors."""
    order = [item.id for item in type_.linearization]
    return order.index(first.id) < order.index(second.id)


def _has_bad_default(declaration: PropertyDeclaration, quirks: frozenset[Quirk]) -> bool:
    contract, default = declaration.contract, declaration.default
    return (
        contract is not None
        and default is not None
        and ContractFacts(quirks=quirks).refuses_literal(contract, default)
    )


def _has_template(contract: Contract) -> bool:
    return any(
        isinstance(node, tree.Free) or (isinstance(node, tree.Chain) and node.function is TEMPLATE)
        for node in tree.walk(contract)
    )


def _is_settled(declaration: PropertyDeclaration) -> bool:
    default = declaration.default
    literal = default is None or not any(isinstance(node, Yaql) for node in walk(default))
    contract = declaration.contract
    return contract is not None and literal and all(map(is_plain, tree.walk(contract)))


def is_plain(part: Contract) -> bool:
    """Return whether a part of a contract depends on no objects, and needs no evaluation."""
    if part.__class__ is tree.Chain:
        return part.is_plain
    return not (part.irregular or part.__class__ is tree.Free)


def _in_order(plans: tuple[PropertyPlan, ...]) -> tuple[PropertyPlan, ...]:
    by_name = {plan.name: plan for plan in plans}
    reads = {
        name: [read for read in _reads(plan.declaration) if read in by_name]
        for name, plan in by_name.items()
    }
    if not any(reads.values()):
        return plans
    # Properties that others read come first, which avoids most retries.
    return tuple(by_name[name] for name in topological_order(reads))


def _reads(declaration: PropertyDeclaration) -> list[str]:
    """Return the properties that a default and the predicates of a contract certainly read."""
    default = declaration.default
    result = [] if default is None else [name for name, _ in read_properties(default)]
    for contract in () if declaration.contract is None else tree.walk(declaration.contract):
        for call in contract.calls if isinstance(contract, tree.Chain) else ():
            if isinstance(call.arguments, Predicate):
                result.extend(this_reads(call.arguments.expression))
    return result


class Prepared:
    """Caches the loading plans of classes under some quirks, and predicates that need no yaql."""

    def __init__(self, quirks: frozenset[Quirk]) -> None:
        self._quirks = quirks
        self._plans: dict[MuranoType, LoadingPlan] = {}
        self._simple: dict[int, tuple[Predicate, Callable[[object], object] | None]] = {}

    def plan(self, type_: MuranoType) -> LoadingPlan:
        """Return the plan for setting the properties of objects of a class."""
        result = self._plans.get(type_)
        if result is None:
            result = self._plans[type_] = plan_for(type_, self._quirks)
        return result

    def predicate(
        self, predicate: Predicate, scope: MuranoType
    ) -> Callable[[object], object] | None:
        """Return a predicate in the file of a class as a Python function, None if it needs yaql."""
        cached = self._simple.get(id(predicate.expression))
        if cached is None:
            # Imports may bring extension methods that change the meaning.
            function = None
            if not scope.declared.declaration.imports:
                function = compile_predicate(predicate.expression)
            cached = predicate, function
            self._simple[id(predicate.expression)] = cached
        return cached[1]
