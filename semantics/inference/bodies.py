"""Check the names, calls and types in the bodies of a class, once all classes are declared."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.positions import place_within
from muranopl.diagnostics.bounds import PACKAGE_SUGGESTIONS, SUGGESTIONS
from muranopl.diagnostics.catalogue import variables as rules
from muranopl.diagnostics.catalogue.expressions import MISSPELT_CONSTANT
from muranopl.diagnostics.diagnostic import Related, Severity, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import (
    KnownNames,
    did_you_mean,
    is_slip,
    nearest,
    possible_slips,
)
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.repeated import Repeated
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Constant, Contract, Free, walk
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.loops import For
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.functions.signatures import (
    CORE,
    TEST,
    FunctionSignatures,
    functions,
)
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Dictionary,
    Items,
    Value,
    instances,
    one,
    union,
)
from muranopl.semantics.inference.assigned import AssignedNames, earlier
from muranopl.semantics.inference.class_facts import CONSTRUCTOR
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.inference.interpreter import Interpreter
from muranopl.semantics.inference.predicates import (
    check_predicate,
    predicates,
    report_foreign_links,
)
from muranopl.semantics.inference.scope import CodeObserver, MethodContext
from muranopl.semantics.inference.undeclared import (
    UndeclaredProperties,
    WrittenAttributes,
    unread,
    written,
)
from muranopl.semantics.inference.values import go_through
from muranopl.semantics.inference.variables import MAYBE, NEVER, UnsetUse, Variables

TEST_FIXTURE = "io.murano.test.TestFixture"


class _Analysis(msgspec.Struct, frozen=True):
    """The state of an analysis of the methods of a class.

    `written` are the types that the methods write to undeclared properties. `this`, `reads` and
    `observer` are shared by all methods, see `_this` and `MethodContext`.
    """

    functions: FunctionSignatures
    undeclared: UndeclaredProperties
    findings: Findings
    missing: Repeated
    similar_names: SimilarNames
    written: dict[str, list[Value]]
    this: tuple[Value, Value]
    reads: dict[tuple[Value, str], Value]
    observer: CodeObserver | None

    def note(self, name: str, value: Value) -> None:
        """Record the type of a value written to an undeclared property."""
        self.written.setdefault(name, []).append(value)


class BodyChecker:
    """Checks the methods of classes."""

    def __init__(self, classes: ClassIndex) -> None:
        self._classes = classes
        self._similar_names: dict[PackageId, SimilarNames] = {}
        self._missing: dict[PackageId, Repeated] = {}

    def report_missing(self, package: PackageId, findings: Findings) -> None:
        """Report the members that the code of a package uses and classes lack, each once.

        To be called after those of all classes of the package were taken.
        """
        if package in self._missing:
            self._missing.pop(package).flush(findings)

    def take_missing(self, package: PackageId, missing: Repeated) -> None:
        """Add members that the code of a class of a package uses and classes lack."""
        self._missing.setdefault(package, Repeated()).take(missing)

    def similar_names(self, package: PackageId) -> SimilarNames:
        """Return the search for similar names in a package, which has a budget."""
        return self._similar_names.setdefault(
            package, SimilarNames(PACKAGE_SUGGESTIONS.most)
        )

    def check(
        self,
        type_: CompleteType,
        findings: Findings,
        missing: Repeated,
        observer: CodeObserver | None = None,
    ) -> set[Chain]:
        """Report defects of names, calls and types in the methods and contracts of a class.

        `missing` takes members that the code uses and classes lack. Return the contracts, or parts
        of them, that have a predicate that fails. An `observer` records the values of expressions,
        those in defaults too.
        """
        failing: set[Chain] = set()
        methods = type_.declared.declaration.all_methods
        bodies = {
            method.name: AssignedNames(method.body)
            for method in methods
            if method.body is not None
        }
        contracts = list(_contracts(type_.declared.declaration))
        predicates = list(_predicates(contracts))
        foreign = list(_free_contracts(contracts))
        # As most classes of types and constants: there is no code to check.
        if not (bodies or predicates or foreign or observer):
            return failing
        attributes = written(bodies)
        format_ = self._classes.names.packages[type_.id.package].package.header.format
        signatures = functions((format_.major, format_.minor), _places(type_))
        similar_names = self.similar_names(type_.id.package)
        analysis = _Analysis(
            signatures,
            UndeclaredProperties({}),
            findings,
            missing,
            similar_names,
            {},
            _this(type_),
            {},
            observer,
        )
        # The types of undeclared properties must be known before bodies that read them.
        types, settled = self._undeclared(type_, bodies, attributes, analysis)
        analysis = msgspec.structs.replace(
            analysis, undeclared=UndeclaredProperties(types)
        )
        for declaration in methods:
            if declaration in settled:
                findings.take(settled[declaration].findings.diagnostics)
                missing.take(settled[declaration].missing)
            elif declaration.name in bodies:
                self._check_body(type_, declaration, bodies[declaration.name], analysis)
        for declaration, contract, what in foreign:
            report_foreign_links(
                contract, what, self._context(type_, declaration, {}, analysis)
            )
        for declaration, predicate in predicates:
            # Separate findings show whether this predicate fails.
            apart = msgspec.structs.replace(
                analysis, findings=findings.apart(), missing=Repeated()
            )
            check_predicate(*predicate, self._context(type_, declaration, {}, apart))
            result = [
                diagnostic
                for diagnostic in apart.findings.diagnostics
                if diagnostic.code != MISSPELT_CONSTANT.code
            ]
            findings.take(result)
            missing.take(apart.missing)
            if apart.missing or errors_of(result):
                failing.add(predicate[0])
        _report_unread(type_, attributes, analysis.undeclared.asked, findings)
        _report_meant(type_, attributes, analysis.undeclared, findings)
        if observer is not None:
            self._observe_defaults(type_, analysis)
        return failing

    def _observe_defaults(self, type_: CompleteType, analysis: _Analysis) -> None:
        """Infer the expressions in defaults, whose problems another check reports."""
        apart = msgspec.structs.replace(
            analysis, findings=analysis.findings.apart(), missing=Repeated()
        )
        for declaration, default in _defaults(type_.declared.declaration):
            go_through(default, self._context(type_, declaration, {}, apart))

    def _undeclared(
        self,
        type_: CompleteType,
        bodies: Mapping[str, AssignedNames],
        attributes: WrittenAttributes,
        whole: _Analysis,
    ) -> tuple[dict[str, Value], dict[MethodDeclaration, _Analysis]]:
        """Return the types of the undeclared properties that the class sets, and final analyses.

        A type is the union of all that is written to the property. It takes two rounds, as a value
        written to one property may be read from another; the second round is for methods that read
        one, which are rare. The analyses returned are those of methods that need no second round.
        """
        undeclared = (
            name for name in attributes.names() if name not in type_.properties
        )
        types = dict.fromkeys(
            (name for name in undeclared if name not in attributes.never), UNKNOWN
        )
        settled: dict[MethodDeclaration, _Analysis] = {}
        writers = {
            name: methods for name, methods in attributes.whole.items() if name in types
        }
        # An unknown ancestor may declare the property, with a contract.
        if not writers or type_.incomplete:
            return types, settled
        names = {method for item in writers.values() for method in item}
        pending = [
            method
            for method in type_.declared.declaration.all_methods
            if method.name in names
        ]
        values: dict[MethodDeclaration, dict[str, list[Value]]] = {}
        # Two rounds suffice in practice; a full fixed point would cost more than it finds.
        for _ in range(2):
            reading: list[MethodDeclaration] = []
            for declaration in pending:
                reads = UndeclaredProperties(types)
                result = whole.findings.apart()
                analysis = msgspec.structs.replace(
                    whole,
                    undeclared=reads,
                    findings=result,
                    missing=Repeated(),
                    written={},
                )
                self._check_body(type_, declaration, bodies[declaration.name], analysis)
                values[declaration] = analysis.written
                # It read a property whose type another method may still widen.
                if analysis.undeclared.asked:
                    reading.append(declaration)
                else:
                    settled[declaration] = analysis
            for name in writers:
                types[name] = union(
                    type_ for value in values.values() for type_ in value.get(name, ())
                )
            pending = reading
            if not pending:
                break
        return types, settled

    def _check_body(
        self,
        type_: CompleteType,
        declaration: MethodDeclaration,
        body: AssignedNames,
        analysis: _Analysis,
    ) -> None:
        method = self._context(
            type_, declaration, _assigned(declaration, body.first), analysis
        )
        _set_arguments(method)
        if method.observer is not None:
            method.observer.enter(body.body.node, method)
        Interpreter(method, body).run(body.body)
        _report_variables(method, body.body)

    def _context(
        self,
        type_: CompleteType,
        declaration: MethodDeclaration,
        assigned: Mapping[str, Node],
        analysis: _Analysis,
    ) -> MethodContext:
        return MethodContext(
            classes=self._classes,
            own=type_,
            declaration=declaration,
            functions=analysis.functions,
            this=analysis.this[declaration.usage in _STATIC],
            undeclared=analysis.undeclared,
            constructing=declaration.symbol == CONSTRUCTOR,
            variables=Variables(assigned),
            findings=analysis.findings,
            missing=analysis.missing,
            similar_names=analysis.similar_names,
            written=analysis.note,
            reads=analysis.reads,
            observer=analysis.observer,
        )


_DeclaredContract = tuple[MethodDeclaration, Contract, str]
"""The method that a contract runs in, the contract, and the words for it in messages."""


def _predicates(
    contracts: Iterable[_DeclaredContract],
) -> Iterator[tuple[MethodDeclaration, tuple[Chain, Predicate]]]:
    """Yield the predicates of the contracts of a class, each with the method it runs in.

    Those of properties run as if in a method without arguments. A word like `None` in a predicate
    is likely a choice and not a slip, so the diagnostic for it is left out.
    """
    for method, contract, _ in contracts:
        yield from ((method, predicate) for predicate in predicates(contract))


def _free_contracts(
    contracts: Iterable[_DeclaredContract],
) -> Iterator[_DeclaredContract]:
    """Yield the parts of contracts that are other expressions than chains of contract functions."""
    for method, contract, what in contracts:
        yield from (
            (method, part, what) for part in walk(contract) if isinstance(part, Free)
        )


def _as_method(property_: PropertyDeclaration) -> MethodDeclaration:
    """Return the method that code of a property runs as if it were in."""
    is_static = property_.usage is PropertyUsage.STATIC
    return MethodDeclaration(
        name=property_.name,
        name_node=property_.name_node,
        node=property_.node,
        usage=MethodUsage.STATIC if is_static else MethodUsage.RUNTIME,
    )


def _defaults(
    declaration: ClassDeclaration,
) -> Iterator[tuple[MethodDeclaration, Node]]:
    """Yield the defaults of a class, each with the method that it is evaluated in."""
    for property_ in declaration.properties:
        if property_.default is not None:
            yield _as_method(property_), property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.default is not None:
                yield method, argument.default


def _contracts(declaration: ClassDeclaration) -> Iterator[_DeclaredContract]:
    """Yield the contracts of a class that may have code: those of most members have none."""
    for property_ in declaration.properties:
        if property_.contract is not None and _may_have_code(property_.contract):
            what = f'Contract of property "{property_.name}"'
            yield _as_method(property_), property_.contract, what
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.contract is not None and _may_have_code(argument.contract):
                yield (
                    method,
                    argument.contract,
                    f'Contract of argument "{argument.name}"',
                )


def _may_have_code(contract: Contract) -> bool:
    if contract.__class__ is Chain:
        return contract.narrows
    return contract.__class__ is not Constant


def _report_unread(
    type_: CompleteType,
    attributes: WrittenAttributes,
    read: Collection[str],
    findings: Findings,
) -> None:
    """Report undeclared properties that are written and never read: no other class sees them.

    Those in `read`, which some method reads, need no search of the class; an unknown ancestor may
    declare them.
    """
    undeclared = [
        name
        for name in attributes.whole
        if name not in type_.properties and name not in read
    ]
    if not undeclared:
        return
    names: KnownNames | None = None
    for number, name in enumerate(unread(undeclared, type_.declared.declaration.node)):
        target = attributes.targets[name]
        near = None
        # The search for similar names is slow.
        if number < SUGGESTIONS.most:
            names = names or KnownNames(
                sorted({*type_.properties, *attributes.names(), *read})
            )
            near = nearest(name, names, but=name)
        if type_.incomplete and not (near and is_slip(name, near)):
            continue  # an unknown ancestor may declare it
        severity = Severity.WARNING if near else None
        suggestion = did_you_mean(near and target.text.removesuffix(name) + near)
        findings.report(
            rules.NOT_READ,
            target.place,
            target=target.text,
            suggestion=suggestion,
            severity=severity,
        )


def _report_meant(
    type_: CompleteType,
    attributes: WrittenAttributes,
    undeclared: Collection[str],
    findings: Findings,
) -> None:
    """Report undeclared properties whose name is a slip for a declared one that is never used."""
    used = [name for name in attributes.targets if name in undeclared][
        : SUGGESTIONS.most
    ]
    if not used:
        return
    declared = {
        property_.name: property_ for property_ in type_.declared.declaration.properties
    }
    slips = possible_slips(used, declared)
    # Only now, as reading the whole class for uses is slow.
    if not slips:
        return
    names = KnownNames(declared)
    near = {
        name: result
        for name in slips
        if (result := nearest(name, names)) is not None and is_slip(name, result)
    }
    written_or_read = {*attributes.names(), *undeclared}
    unused = unread(
        [item for item in near.values() if item not in written_or_read],
        type_.declared.declaration.node,
    )
    for name, meant in near.items():
        if meant in unused:
            target = attributes.targets[name]
            related = (
                Related(
                    f'property "{meant}" is declared here',
                    declared[meant].name_node.place,
                ),
            )
            write = target.text.removesuffix(name) + meant
            findings.report(
                rules.MEANT_PROPERTY,
                target.place,
                target=target.text,
                name=meant,
                meant=write,
                related=related,
            )


def _places(type_: CompleteType) -> frozenset[str]:
    """Return the places with additional functions that a class is in (`CORE`, `TEST`)."""
    # An unknown ancestor may be a test fixture, so its functions are at hand then.
    is_test = any(ancestor.name == TEST_FIXTURE for ancestor in type_.ancestors)
    core = {CORE} if type_.id.package.name == CORE_LIBRARY else set()
    return frozenset(core | {TEST} if is_test or type_.incomplete else core)


_STATIC = frozenset({MethodUsage.STATIC, MethodUsage.EXTENSION})


def _this(type_: CompleteType) -> tuple[Value, Value]:
    """Return the types of `$this` in methods of objects and in static methods.

    An object of the class or of a descendant; in static methods, the class that declares them.
    """
    own, exactly = ClassType(type_.id, exact=False), ClassType(type_.id, exact=True)
    return instances((own,)), instances((exactly,), kinds.CLASS)


def _assigned(
    declaration: MethodDeclaration, first: Mapping[str, Node]
) -> dict[str, Node]:
    """Return the variables set anywhere in a method, with the first place.

    Calls set the arguments.
    """
    arguments = {
        argument.name: argument.name_node for argument in declaration.arguments
    }
    return arguments | {
        name: earlier(node, arguments.get(name)) for name, node in first.items()
    }


def _may_be_unused(declaration: MethodDeclaration, body: Body) -> set[str | None]:
    """Return the variables that may remain unused without a report.

    Arguments and loop variables.
    """
    loops = {
        instruction.variable
        for block in body.blocks
        for instruction in block.instructions
        if isinstance(instruction, For)
    }
    return loops.union(argument.name for argument in declaration.arguments)


def _set_arguments(method: MethodContext) -> None:
    for argument in method.declaration.arguments:
        # Inside the method the contract was applied already.
        type_ = method.classes.argument(argument)
        if argument.usage is ArgumentUsage.VAR_ARGS:
            type_ = one(Items(kind=kinds.LIST, item=type_))
        elif argument.usage is ArgumentUsage.KW_ARGS:
            type_ = one(Dictionary(others=type_))
        method.variables.set(argument.name, type_)


def _report_variables(method: MethodContext, body: Body) -> None:
    if method.variables.uses:
        _report_unset(method)
    unused = tuple(method.variables.unused())
    # Computed only if needed, as most methods use all variables.
    fine = _may_be_unused(method.declaration, body) | _meant(method) if unused else ()
    for name, place in unused:
        if name not in fine:
            method.report(rules.NOT_USED, place, name=name)


def _report_unset(method: MethodContext) -> None:
    # A variable that may be unset is reported once, however often it is read.
    reported: set[str] = set()
    unset = Repeated()
    for key, use in method.variables.uses.items():
        place = place_within(use.node, use.expression.start, use.expression.end)
        if use.kind == MAYBE:
            if use.name not in reported:
                reported.add(use.name)
                method.report(rules.MAYBE_UNSET, place, name=use.name)
            continue
        # The null of an unset variable is an error only if something fails on it.
        severity = Severity.ERROR if key in method.variables.fatal else None
        if use.kind == NEVER:
            rule, facts = rules.NEVER_SET, _facts_of_never_set(use.name, place, method)
        else:
            rule, facts = rules.BEFORE_SET, {"related": _set_at(use, method)}
        unset.report(use.name, rule, place, name=use.name, severity=severity, **facts)
    unset.flush(method.findings)


def _facts_of_never_set(
    name: str, place: Place, method: MethodContext
) -> dict[str, Any]:
    """Return the remedies of a variable that is never set, and the argument it may mean."""
    facts: dict[str, Any] = {
        "suggestion": _suggestion(name, method),
        "related": _meant_argument(name, method),
    }
    argument = _unread_argument(name, method)
    if argument is not None:
        from muranopl.semantics.inference.misspelt_arguments import respelling

        facts["suggestion"] = facts["suggestion"] and str(facts["suggestion"])
        facts["fixes"] = functools.partial(
            respelling, argument.name_node, argument.name, name, place
        )
    return facts


def _meant(method: MethodContext) -> set[str | None]:
    """Return the variables that misspelt ones were meant to be.

    The misspelling is reported already.
    """
    never = (use.name for use in method.variables.uses.values() if use.kind == NEVER)
    return {method.nearest_variable(name) for name in never}


def _meant_argument(name: str, method: MethodContext) -> tuple[Related, ...]:
    """Return where the argument is declared whose name a variable that is never set misspells."""
    near = method.nearest_variable(name)
    return tuple(
        Related(f'argument "{near}" is declared here', argument.name_node.place)
        for argument in method.declaration.arguments
        if argument.name == near
    )


def _unread_argument(name: str, method: MethodContext) -> ArgumentDeclaration | None:
    """Return the argument that nothing reads, and whose name is near to that of a variable."""
    near = method.nearest_variable(name)
    if near is None or near in method.variables.used or name in method.own.properties:
        return None
    arguments = method.declaration.arguments
    return next((item for item in arguments if item.name == near), None)


def _set_at(use: UnsetUse, method: MethodContext) -> tuple[Related, ...]:
    """Return where a variable is set, if that is below its use."""
    place = method.variables.assigned[use.name].place
    return (Related("it is set here", place),) if place.line > use.node.line else ()


def _suggestion(name: str, method: MethodContext) -> str | None:
    """Return a suggestion for a variable that is never set."""
    if name in method.own.properties:
        return f"to read the property write `$.{name}`"
    near = method.nearest_variable(name)
    return did_you_mean(near and f"${near}")
