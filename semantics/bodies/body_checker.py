"""Checks the names, calls and types in the methods and contracts of a class.

The entry point of this folder: phase 5 calls it once all classes are complete.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Node
from muranopl.diagnostics.bounds import PACKAGE_SUGGESTIONS
from muranopl.diagnostics.catalogue.calls import MISSPELT_CONSTANT
from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.reporter import DefectReports
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain
from muranopl.language.grammar.known_names import CORE_LIBRARY, TEST_FIXTURE
from muranopl.language.grammar.manifest import PackageType
from muranopl.language.grammar.method import ArgumentUsage, MethodDeclaration, MethodUsage
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.contracts import JudgeOf
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
from muranopl.semantics.bodies.assigned import AssignedNames, earlier
from muranopl.semantics.bodies.class_facts import CONSTRUCTOR
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.declared_code import (
    check_predicate,
    contracts,
    defaults,
    free_parts,
    predicates_of,
    report_foreign_links,
)
from muranopl.semantics.bodies.interpreter import Interpreter
from muranopl.semantics.bodies.scope import CodeObserver, MethodContext
from muranopl.semantics.bodies.undeclared import UndeclaredProperties, WrittenAttributes, written
from muranopl.semantics.bodies.undeclared_reports import (
    report_meant,
    report_never_set,
    report_unread,
)
from muranopl.semantics.bodies.variable_reports import report_variables
from muranopl.semantics.bodies.variables import Variables
from muranopl.semantics.bodies.written_values import go_through


class _Analysis(msgspec.Struct, frozen=True):
    """The state of an analysis of the methods of a class `own`.

    `written` are the types that the methods write to undeclared properties. `this`, `reads`,
    `judge_of` and `observer` are shared by all methods, see `_this` and `MethodContext`.
    """

    own: CompleteType
    functions: FunctionSignatures
    undeclared: UndeclaredProperties
    findings: Findings
    missing: DefectReports
    similar_names: SimilarNames
    written: dict[str, list[Value]]
    this: tuple[Value, Value]
    reads: dict[tuple[Value, str], Value]
    judge_of: JudgeOf
    observer: CodeObserver | None

    def apart(self, **changes: Any) -> _Analysis:
        """Return an analysis with the same state whose results are kept apart."""
        findings = self.findings.apart()
        return replace(self, findings=findings, missing=DefectReports(), **changes)

    def note(self, name: str, value: Value) -> None:
        """Record the type of a value written to an undeclared property."""
        self.written.setdefault(name, []).append(value)


class BodyChecker:
    """Checks the methods of classes.

    `judges` are those of literals in the code of a package, by default without evaluation.
    """

    def __init__(
        self, classes: ClassIndex, judges: Callable[[PackageId], JudgeOf] | None = None
    ) -> None:
        self._classes = classes
        self._judges = judges or (lambda _package: lambda _owner: classes.facts)
        self._similar_names: dict[PackageId, SimilarNames] = {}
        self._missing: defaultdict[PackageId, DefectReports] = defaultdict(DefectReports)

    def report_missing(self, package: PackageId, findings: Findings) -> None:
        """Report the members that the code of a package uses and classes lack, each once.

        To be called after those of all classes of the package were taken.
        """
        self._missing.pop(package, DefectReports()).flush(findings)

    def take_missing(self, package: PackageId, missing: DefectReports) -> None:
        """Add members that the code of a class of a package uses and classes lack."""
        self._missing[package].take(missing)

    def similar_names(self, package: PackageId) -> SimilarNames:
        """Return the search for similar names in a package, which has a budget."""
        return self._similar_names.setdefault(package, SimilarNames(PACKAGE_SUGGESTIONS.most))

    def check(
        self,
        type_: CompleteType,
        findings: Findings,
        missing: DefectReports,
        observer: CodeObserver | None = None,
    ) -> set[Chain]:
        """Report defects of names, calls and types in the methods and contracts of a class.

        `missing` takes members that the code uses and classes lack. Return the contracts, or parts
        of them, that have a predicate that fails. An `observer` records the values of expressions,
        those in defaults too.
        """
        declaration = type_.declared.declaration
        bodies = {
            method.name: AssignedNames(method.body)
            for method in declaration.all_methods
            if method.body is not None
        }
        code = list(contracts(declaration))
        predicates, foreign = list(predicates_of(code)), list(free_parts(code))
        # As most classes of types and constants: there is no code to check.
        if not (bodies or predicates or foreign or observer):
            return set()
        attributes = written(bodies)
        analysis = self._analysis(type_, findings, missing, observer)
        # The types of undeclared properties must be known before bodies that read them.
        types, settled = self._undeclared(bodies, attributes, analysis)
        undeclared = UndeclaredProperties(types)
        analysis = replace(analysis, undeclared=undeclared)
        for method in declaration.all_methods:
            if method in settled:
                findings.take(settled[method].findings.diagnostics)
                missing.take(settled[method].missing)
                undeclared.were_read |= settled[method].undeclared.were_read
            elif method.name in bodies:
                self._check_body(method, bodies[method.name], analysis)
        for method, contract, what in foreign:
            report_foreign_links(contract, what, self._declaration_context(method, analysis))
        failing = {
            predicate[0]
            for method, predicate in predicates
            if self._fails(method, predicate, analysis)
        }
        misspelt = report_meant(type_, attributes, undeclared, findings)
        # A slip is one mistake, though what it sets is not read either
        excepted = misspelt | undeclared.were_read
        report_unread(type_, attributes, excepted, findings)
        if self._is_alone(type_):
            report_never_set(type_, attributes, findings)
        if observer is not None:
            # Problems of defaults are reported by another check
            apart = analysis.apart()
            for method, default in defaults(declaration):
                go_through(default, self._declaration_context(method, apart))
        return failing

    def _is_alone(self, type_: CompleteType) -> bool:
        """Return whether only its own code can set what a class declares.

        Classes of applications are hardly ever extended elsewhere.
        """
        classes, package = self._classes, type_.id.package
        manifest = classes.names.packages[package].package.manifest
        return not (
            type_.incomplete
            or manifest.type is not PackageType.APPLICATION
            or classes.native.is_in_given_python(type_.id)
            or classes.descendants.any_visible(type_.id, package)
        )

    def _analysis(
        self,
        type_: CompleteType,
        findings: Findings,
        missing: DefectReports,
        observer: CodeObserver | None,
    ) -> _Analysis:
        """Return the state before the types of undeclared properties are known."""
        package = self._classes.names.packages[type_.id.package].package
        format_ = package.header.format
        return _Analysis(
            type_,
            functions((format_.major, format_.minor), _places(type_)),
            UndeclaredProperties({}),
            findings,
            missing,
            self.similar_names(type_.id.package),
            {},
            _this(type_),
            {},
            self._judges(type_.id.package),
            observer,
        )

    def _fails(
        self,
        declaration: MethodDeclaration,
        predicate: tuple[Chain, Predicate],
        analysis: _Analysis,
    ) -> bool:
        """Report the defects of a predicate; return whether it fails."""
        # Separate findings show whether this predicate fails.
        apart = analysis.apart()
        check_predicate(*predicate, self._declaration_context(declaration, apart))
        # A word like `None` in a predicate is likely a choice and not a slip
        result = [
            diagnostic
            for diagnostic in apart.findings.diagnostics
            if diagnostic.code != MISSPELT_CONSTANT.code
        ]
        analysis.findings.take(result)
        analysis.missing.take(apart.missing)
        return bool(apart.missing or errors_of(result))

    def _undeclared(
        self,
        bodies: Mapping[str, AssignedNames],
        attributes: WrittenAttributes,
        whole: _Analysis,
    ) -> tuple[dict[str, Value], dict[MethodDeclaration, _Analysis]]:
        """Return the types of the undeclared properties that the class sets, and final analyses.

        A type is the union of all that is written to the property. It takes two rounds, as a value
        written to one property may be read from another; the second round is for methods that read
        one, which are rare. The analyses returned are those that know the types as they are.
        """
        own = whole.own
        declared = own.properties.keys() | attributes.never
        undeclared = (name for name in attributes.names() if name not in declared)
        types = dict.fromkeys(undeclared, UNKNOWN)
        settled: dict[MethodDeclaration, _Analysis] = {}
        writers = {name: methods for name, methods in attributes.whole.items() if name in types}
        # An unknown ancestor may declare the property, with a contract.
        if not writers or own.incomplete:
            return types, settled
        names = {method for item in writers.values() for method in item}
        pending = [
            method for method in own.declared.declaration.all_methods if method.name in names
        ]
        values: dict[MethodDeclaration, dict[str, list[Value]]] = {}
        # Two rounds suffice in practice; a full fixed point would cost more than it finds.
        for _ in range(2):
            reading: dict[MethodDeclaration, _Analysis] = {}
            for declaration in pending:
                analysis = whole.apart(undeclared=UndeclaredProperties(types), written={})
                self._check_body(declaration, bodies[declaration.name], analysis)
                values[declaration] = analysis.written
                # It read a property whose type another method may still widen.
                done = reading if analysis.undeclared.were_read else settled
                done[declaration] = analysis
            before = [types[name].alternatives for name in writers]
            for name in writers:
                types[name] = union(
                    type_ for value in values.values() for type_ in value.get(name, ())
                )
            if not reading or before == [types[name].alternatives for name in writers]:
                return types, {**settled, **reading}
            pending = list(reading)
        return types, settled

    def _check_body(
        self, declaration: MethodDeclaration, body: AssignedNames, analysis: _Analysis
    ) -> None:
        method = self._context(declaration, _assigned(declaration, body.first), analysis)
        _set_arguments(method)
        if method.observer is not None:
            method.observer.enter(body.body.node, method)
        Interpreter(method, body).run(body.body)
        report_variables(method, body.body)

    def _declaration_context(
        self, declaration: MethodDeclaration, analysis: _Analysis
    ) -> MethodContext:
        """Return the context of the code in declarations of arguments, or in a property."""
        context = self._context(declaration, {}, analysis)
        # A static method may be called on an object, which `$this` is in the declarations then.
        if declaration.arguments and declaration.usage is MethodUsage.STATIC:
            return replace(context, this=union(analysis.this))
        return context

    def _context(
        self, declaration: MethodDeclaration, assigned: Mapping[str, Node], analysis: _Analysis
    ) -> MethodContext:
        return MethodContext(
            classes=self._classes,
            own=analysis.own,
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
            judge_of=analysis.judge_of,
            observer=analysis.observer,
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


def _assigned(declaration: MethodDeclaration, first: Mapping[str, Node]) -> dict[str, Node]:
    """Return the variables set anywhere in a method, with the first place.

    Calls set the arguments.
    """
    assigned: dict[str, Node] = {item.name: item.name_node for item in declaration.arguments}
    for name, node in first.items():
        assigned[name] = earlier(node, assigned[name]) if name in assigned else node
    return assigned


def _set_arguments(method: MethodContext) -> None:
    for argument in method.declaration.arguments:
        # Inside the method the contract was applied already.
        type_ = method.classes.argument(argument)
        if argument.usage is ArgumentUsage.VAR_ARGS:
            type_ = one(Items(kind=kinds.LIST, item=type_))
        elif argument.usage is ArgumentUsage.KW_ARGS:
            type_ = one(Dictionary(others=type_))
        method.variables.set(argument.name, type_)
