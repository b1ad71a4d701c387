"""Checks of contracts: the classes they name, and contracts that accept no value.

`class(A, B)` creates objects of B if no value is given (language/muranopl.txt, Contract), and
refuses them if B is not an A; `template(A, excludeProperties => [...])` fails on a name that its
objects are not serialized with (the engine's Template, measured: contracts.json, template.*).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ContractCall,
    Predicate,
)
from muranopl.language.contracts.functions.objects import OWNED, OwnedFunction
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.language.grammar.property import HIDDEN, PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import Names
from muranopl.render.class_values import ClassValues
from muranopl.semantics.abstract.predicates import NeverTrue
from muranopl.semantics.evaluation.errors import UninitializedError
from muranopl.semantics.evaluation.objects import MuranoType


def check_contract_classes(
    declared: Iterable[DeclaredContract], names: Names, values: ClassValues, findings: Findings
) -> None:
    """Report contradictions about classes in the contracts that a class declares."""
    check = _ClassCheck(names, values, findings)
    for owner, contract in declared:
        for part in tree.walk(contract):
            arguments = part.class_arguments if part.__class__ is tree.Chain else None
            if arguments is not None:
                check.arguments(described(owner), arguments)


Declared = PropertyDeclaration | ArgumentDeclaration
DeclaredContract = tuple[Declared, tree.Contract]


def contracts(declaration: ClassDeclaration) -> list[DeclaredContract]:
    """Return the contracts that a class declares, each with its property or argument."""
    arguments = [method.arguments for method in declaration.all_methods]
    members: Iterable[Declared] = itertools.chain(declaration.properties, *arguments)
    return [(item, item.contract) for item in members if item.contract is not None]


def described(owner: Declared) -> str:
    """Return the words for a property or an argument in messages."""
    noun = "property" if isinstance(owner, PropertyDeclaration) else "argument"
    return f'{noun} "{owner.name}"'


class _ClassCheck:
    def __init__(self, names: Names, values: ClassValues, findings: Findings) -> None:
        self._names = names
        self._values = values
        self._findings = findings

    def arguments(self, what: str, given: ClassArguments) -> None:
        """Check the arguments of `class()` or `template()`, unless a class is unknown."""
        type_, default = self._type(given.type), self._type(given.default)
        if type_ is None:
            return
        # Classes are compared by name, as another version of the class may be accepted
        if default is not None and all(item.name != type_.name for item in default.linearization):
            assert isinstance(given.default, TypeName)  # noqa: S101 - else there is no class
            rule, place = rules.DEFAULT_CLASS_IS_NONE, given.default.place
            self._findings.report(rule, place, what=what, default=default.name, type=type_.name)
        for path in given.exclude:
            self._excluded(what, given, path, type_)

    def _excluded(self, what: str, given: ClassArguments, path: str, type_: MuranoType) -> None:
        """Check a path of properties, as far as the contracts of its steps name classes."""
        current: MuranoType | None = type_
        for step in path.split("."):
            # Unknown from here on, or a part of the header.
            if current is None or step == "?":
                return
            written = {
                name: property_
                for name, property_ in current.complete.properties.items()
                if property_.declaration.usage not in HIDDEN
            }
            if step not in written:
                assert isinstance(given.type, TypeName)  # noqa: S101 - else there is no class
                self._findings.report(
                    rules.EXCLUDES_NOTHING,
                    given.type.node.place,
                    what=what,
                    name=path,
                    type=current.name,
                    property=step,
                    suggestion=did_you_mean(nearest(step, written)),
                )
                return
            contract = written[step].declaration.contract
            arguments = contract.class_arguments if isinstance(contract, tree.Chain) else None
            current = None if arguments is None else self._type(arguments.type)

    def _type(self, written: object) -> MuranoType | None:
        resolved = self._names.resolved
        meaning = resolved.get(written) if isinstance(written, TypeName) else None
        return None if meaning is None else self._values.type(meaning)


_FROM_MODELS = frozenset({PropertyUsage.IN, PropertyUsage.CONST})
"""Usages of properties that object models set and methods do not."""
_ALSO_FROM_MODELS = _FROM_MODELS | {PropertyUsage.OUT, PropertyUsage.IN_OUT}


def report_failing(
    complete: CompleteType,
    declared: Iterable[DeclaredContract],
    values: ClassValues,
    findings: Findings,
    known: Collection[tree.Chain],
) -> set[tree.Chain]:
    """Report the contracts that a class declares and that take no value.

    Return the chains with unsatisfiable predicates. The chains in `known` have a predicate that
    fails, and are skipped.
    """
    result: set[tree.Chain] = set()
    for owner, contract in declared:
        for part in tree.walk(contract):
            if part.__class__ is not tree.Chain or part.reported or part in known:
                continue
            early = _early_owner(part)
            if early is not None:
                _report_early(owner, part, early, findings)
            for call, passed in _predicates(part) if part.narrows else ():
                path = ModelPath(owner.name_node)
                evaluated = functools.partial(_evaluated, complete, values, path)
                problem = NeverTrue(call.arguments, passed, evaluated).problem()
                if problem is not None:
                    findings.report(
                        rules.TAKES_NO_VALUE,
                        _place(part, call),
                        what=described(owner),
                        problem=problem,
                    )
                    result.add(part)
    return result


def _report_early(
    owner: Declared, chain: tree.Chain, first: ContractCall, findings: Findings
) -> None:
    """Report `$.owned().class(C)`.

    For an object model, only class() creates the object owned() requires (measured, also for
    notOwned() and for `$.owned()` alone). Methods pass objects as they are; one that is passed to
    `new()` is never owned by the new object.
    """
    usage = owner.usage if isinstance(owner, PropertyDeclaration) else None
    if usage not in _ALSO_FROM_MODELS:
        return
    name = first.function.name
    is_certain = usage in _FROM_MODELS and first.function is OWNED
    findings.report(
        rules.TAKES_NO_VALUE,
        _place(chain, first),
        what=described(owner),
        problem=f"{name}() accepts only objects, and values of an object model become objects only in class()",
        suggestion=f"call {name}() on the result of class()",
        severity=None if is_certain else Severity.WARNING,
    )


def _early_owner(chain: tree.Chain) -> ContractCall | None:
    """Return a call of owned() or notOwned() before that of the function that gives the type."""
    for call in chain.calls:
        if call.function.gives_type:
            return None  # as in most
        if isinstance(call.function, OwnedFunction):
            return call
    return None


def _place(chain: tree.Chain, call: ContractCall) -> Place:
    assert isinstance(chain.node, Yaql)  # noqa: S101 - else it has no calls
    return place_within(chain.node, call.call.start, call.call.end)


def _predicates(chain: tree.Chain) -> list[tuple[ContractCall, kinds.Kinds]]:
    """Return the calls of check() in a chain, each with the kinds of values passed to it."""
    result: list[tuple[ContractCall, kinds.Kinds]] = []
    passed = kinds.ANY
    for call in chain.calls:
        if isinstance(call.arguments, Predicate):
            result.append((call, passed))
        elif call.function.gives_type:
            passed = call.function.leaves
    return result


def _evaluated(
    complete: CompleteType, values: ClassValues, path: ModelPath, expression: Expression
) -> Any:
    """Return the value of an expression without variables in the file of a class.

    Raise as evaluation does.
    """
    scope = values.type(complete.id)
    if scope is None:
        raise UninitializedError(complete.id.name)
    context = values.context(complete.id.package)
    context.begin(path)
    return context.evaluator.predicate(expression, scope, scope, dollar=None)
