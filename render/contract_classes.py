"""Checks of the classes named in contracts.

`class(A, B)` creates objects of B if no value is given (language/muranopl.txt, Contract), and
refuses them if B is not an A; `template(A, excludeProperties => [...])` fails on a name that its
objects are not serialized with (the engine's Template, measured: contracts.json, template.*).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from muranopl.diagnostics.catalogue import render as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.declaration import ClassArguments
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.language.grammar.property import HIDDEN, PropertyDeclaration
from muranopl.namespace.result import Names
from muranopl.render.class_values import ClassValues
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
