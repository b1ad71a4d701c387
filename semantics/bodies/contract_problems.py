"""Explains why contracts certainly refuse values in bodies: literals, kinds, classes, versions.

A value that is known in part is judged in part: the keys of a mapping, and the items of a list.
`refused_arguments` and `written_values` report the result.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.model_path import ROOT, ModelPath
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, text_of
from muranopl.diagnostics.bounds import JUDGED_PARTS, TYPE_DEPTH
from muranopl.language.contracts import kinds
from muranopl.language.contracts.literals import ContractVerdict
from muranopl.language.contracts.tree import Chain, Contract, DictOf, ListOf
from muranopl.language.grammar.versions import newest_first
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.contracts import refuses
from muranopl.semantics.abstract.value_contents import has_items, item_of, shown, with_made_items
from muranopl.semantics.abstract.values import (
    Alternative,
    ClassType,
    ConstantValue,
    Dictionary,
    Items,
    Null,
    Value,
    without_null,
)
from muranopl.semantics.bodies.scope import MethodContext


def problem_of(
    contract: Contract,
    owner: TypeId,
    value: Value,
    node: Node,
    method: MethodContext,
    *,
    written: Node | None = None,
) -> str | None:
    """Return why a contract, which the class `owner` declares, refuses a value; None if it may take it.

    The value is that of `node`; `written` is the value if it is a literal.
    """
    judge = _Judge(owner, method, _Literals(node))
    return judge.problem(contract, value, ModelPath(node), written)


def reason(verdict: ContractVerdict) -> str:
    """Return why a literal, or which part of it, is refused."""
    return _located(verdict.path, verdict.reason)


def _located(path: ModelPath, problem: str) -> str:
    step = path.text.removeprefix(ROOT)
    return f"at `{step}`: {problem}" if step else problem


def taken_for_id(
    contract: Contract, owner: TypeId, value: Value, node: Node, method: MethodContext
) -> str | None:
    """Return that a value at `node`, or a part of it, is a text in place of an object.

    `class()` looks up an object with that id.
    """
    if isinstance(contract, Chain) and contract.class_arguments is None:
        return None  # as most
    judge = method.judge_of(owner)
    problems: list[str | None] = []
    for literal in _Literals(node).of(value) if contract.is_known else ():
        verdicts = judge.verdicts(contract, literal)
        ids = (verdict.problem for verdict in verdicts if verdict.names_id)
        problems.append(next(ids, None))
    return None if None in problems else next(iter(problems), None)


class _Judge:
    """Judges a value whose parts `literals` makes literals, as far as its limit allows."""

    def __init__(self, owner: TypeId, method: MethodContext, literals: _Literals) -> None:
        self._judge = method.judge_of(owner)
        self._method = method
        self._literals = literals

    def problem(
        self, contract: Contract, value: Value, path: ModelPath, written: Node | None = None
    ) -> str | None:
        """Return why a contract refuses a value; `path` is that of the value in the whole one."""
        if not contract.is_known:
            return None
        method = self._method
        # Literals are judged as rendering does; only other values by their kinds.
        literals = [written] if written is not None else self._literals.of(value)
        problems: list[str | None] = []
        for literal in literals:
            verdicts = self._judge.verdicts(contract, literal, path.at(literal))
            refused = (reason(item) for item in verdicts if item.refused)
            problems.append(next(refused, None))
        # A value that may be another one may be taken.
        if problems and None not in problems:
            return problems[0]
        problem = refuses(contract, value, method.classes.facts) or _other_class(
            contract, value, method
        )
        if problem is not None:
            return _located(path, problem)
        for inner, part, step in _parts(contract, value, path):
            if not self._literals.take():
                return None
            problem = self.problem(inner, part, step)
            if problem is not None:
                return problem
        return None


class _Literals:
    """Makes literals in the place of a node, of a limited number of parts: variables may repeat them."""

    def __init__(self, around: Node) -> None:
        self._around = around
        self._left = JUDGED_PARTS.most

    def take(self) -> bool:
        """Count a part; return whether it is within the limit."""
        self._left -= 1
        return self._left >= 0

    def of(self, value: Value) -> list[Node]:
        """Return the literals that a value may be, [] if it may be another value."""
        nodes: list[Node] = []
        for item in () if value.nulls else value.alternatives or ():
            node = self._literal(item)
            if isinstance(node, Broken):
                return []
            nodes.append(node)
        return nodes

    def _literal(self, alternative: Alternative, depth: int = 0) -> Node:
        """Return a value as the node that would be written for it, with `Broken` for unknown parts."""
        span = self._around.span
        match alternative:
            case ConstantValue(value=constant):
                return Scalar(*span, constant)
            case Null(blamed=None):
                return Scalar(*span, None)
            case Items(kind=kinds.LIST) if (items := _items(alternative)) is not None:
                return Sequence(*span, tuple([self._part(part, depth) for part in items]))
            case Dictionary(entries=entries, others=None) if entries is not None:
                pairs = (
                    (Scalar(*span, key), self._part(part, depth)) for key, part in entries.items()
                )
                return Mapping(*span, tuple(pairs))
        return Broken(*span)

    def _part(self, value: Value, depth: int) -> Node:
        alternative = value.single
        if not self.take() or alternative is None or depth >= TYPE_DEPTH.most:
            return Broken(*self._around.span)
        return self._literal(alternative, depth + 1)


def _items(list_: Items) -> tuple[Value, ...] | None:
    return list_.made_of if list_.items is None else list_.items


def _parts(
    contract: Contract, value: Value, path: ModelPath
) -> Iterator[tuple[Contract, Value, ModelPath]]:
    """Yield the parts of a value that are known, each with the contract that is applied to it."""
    alternative = value.single
    if isinstance(contract, ListOf) and isinstance(alternative, Items):
        items = _items(alternative)
        if not items or not contract.items:
            return
        inner = contract.of_items(len(items))
        for at, (item, part) in enumerate(zip(inner, items, strict=True)):
            yield item, part, path.item(at)
    elif isinstance(contract, DictOf) and isinstance(alternative, Dictionary):
        left = dict(alternative.entries or {})
        for node, item in contract.keys:
            key = text_of(node)
            if key is not None and key in left:
                yield item, left.pop(key), path.key(key)
        if contract.pattern is not None:
            _, others = contract.pattern
            yield from ((others, part, path.key(key)) for key, part in left.items())


def _other_class(contract: Contract, value: Value, method: MethodContext) -> str | None:
    """Return why an object is certainly not of the class that a contract takes, else None."""
    target = _target(contract, value, method)
    if target is None:
        return None
    for class_ in value.classes:
        # An object of a descendant may be one of that class, too.
        if not class_.exact or _versions(class_, target, method) != ():
            return None
    return f"{shown(value)} is not of class {target.name}"


class VersionConflict(msgspec.Struct, frozen=True):
    """A class that a contract takes in another version than that of a value.

    It is `certain` if no version of the package at hand satisfies both packages.
    """

    problem: str
    remedy: str | None
    certain: bool


def version_conflict(
    contract: Contract, owner: TypeId, value: Value, method: MethodContext
) -> VersionConflict | None:
    """Return the conflict of an object with the requirements of the package that declares a contract.

    Return None if there may be none. A contract takes objects of classes that its own package sees
    (language/versioning.txt, item 11).
    """
    is_sure = True
    while isinstance(contract, ListOf) and contract.items:
        contract = contract.items[-1]
        if value.may_be(kinds.ITEMS):
            list_ = with_made_items(value)
            value, is_sure = item_of(list_), is_sure and has_items(list_)
    objects = without_null(value)
    target = _target(contract, objects, method)
    arguments = contract.class_arguments if isinstance(contract, Chain) else None
    if target is None or arguments is None:
        return None
    conflicts = [
        _conflict(class_, target, arguments.spec, owner.package, method)
        for class_ in objects.classes
    ]
    first = conflicts[0]
    if first is None or None in conflicts:
        return None
    is_sure = is_sure and objects is value and all(item.certain for item in conflicts if item)
    return msgspec.structs.replace(first, certain=is_sure)


def _conflict(
    class_: ClassType, target: TypeId, spec: str | None, owner: PackageId, method: MethodContext
) -> VersionConflict | None:
    """Return why a contract in the package `owner` refuses all versions of a class that an object has.

    `spec` are the versions that the contract names, if it does.
    """
    names = method.classes.names
    versions = _versions(class_, target, method)
    # What the name in the contract refers to is of a version that its package requires
    if not versions or (target in versions and spec is None):
        return None
    required = names.specification(owner, versions[0].package.name)

    def takes(package: PackageId) -> bool:
        return names.fits(package, required if spec is None else spec)

    if any(takes(version.package) for version in versions):
        return None
    other = versions[0].package
    here = names.specifications(method.package).get(other.name)
    both = [
        version
        for version, opened in names.installed.get(other.name, {}).items()
        if takes(opened.id) and names.fits(opened.id, here)
    ]
    if spec is not None:
        taken = f"the contract accepts only {spec}"
    elif required is not None:
        taken = f"{owner} requires {other.name} {required}"
    else:
        taken = f"{owner} does not require that package"
    problem = f"it is {target.name} of {other}, but {taken}"
    remedy = None
    if both:
        newest = newest_first(both)[0]
        remedy = f"require {other.name} {newest}, which satisfies both packages"
    is_certain = class_.exact and here is not None and not both
    return VersionConflict(problem, remedy, is_certain)


def _target(contract: Contract, value: Value, method: MethodContext) -> TypeId | None:
    """Return the class that a contract takes, if a value is an object of known classes."""
    if value.kinds != kinds.OBJECT or not value.classes:
        return None
    return method.classes.contract(contract)


def _versions(
    class_: ClassType, target: TypeId, method: MethodContext
) -> tuple[TypeId, ...] | None:
    """Return the versions of a class that another one is or extends, None if that is unknown."""
    type_ = method.classes.get(class_.id)
    if type_ is None:
        return None
    every = (type_.id, *type_.ancestors)
    return tuple(item for item in every if item.name == target.name)
