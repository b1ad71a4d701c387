"""Holds the context of an expression in a body: the method, the type of `$`, where to report problems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression
from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Fix, Severity, fixed_by
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import is_slip
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import DefectReports
from muranopl.diagnostics.rules import Rule
from muranopl.inherit.complete import CompleteType, static_declarations
from muranopl.language.contracts import kinds
from muranopl.language.grammar.manifest import PackageType
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.application import (
    NO_VARIABLES,
    ApplicationRules,
    Observer,
    PartScope,
)
from muranopl.semantics.abstract.contracts import JudgeOf
from muranopl.semantics.abstract.functions.signatures import FunctionSignatures
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.value_contents import null_notes
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, Value
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.undeclared import UndeclaredProperties
from muranopl.semantics.bodies.variables import Variables

VALUE_INDEPENDENT = (rules.NO_FUNCTION, rules.OTHER_VERSION)
"""Rules about defects that do not depend on values."""


class CodeObserver(Observer):
    """Records the values in the code of a class, and the variables that each expression can read.

    `named` are the values of variables that `For` and `As` name, by line and name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.states: list[CodeState] = []
        self.named: dict[tuple[int, str], Value] = {}

    def enter(self, node: Node, method: MethodContext) -> None:
        """Record the state before an expression, or at the beginning of a body."""
        self._record((node.line, node.column), method)

    def leave(self, node: Node, method: MethodContext) -> None:
        """Record the state after an instruction."""
        self._record((node.end_line, node.end_column), method)

    def _record(self, position: tuple[int, int], method: MethodContext) -> None:
        self.states.append(CodeState(position, method, method.variables.copy()))


class CodeState(msgspec.Struct, frozen=True, eq=False):
    """A position, line and column, in the code of a method, and the variables there."""

    position: tuple[int, int]
    method: MethodContext
    variables: Variables


class MethodContext(msgspec.Struct, eq=False):
    """The context of a method whose body is checked.

    `undeclared` are the undeclared properties that the code of the class sets, and `written` is
    called with those this method writes. `caught` counts the enclosing blocks of Try whose Catch
    takes every error: a failure there does not end the method, so it is a warning. `missing` are
    the members that classes lack: each is one defect of the package, however often it is
    used. `similar_names` bounds the search for similar names in the package. `reads` are the types of
    declared properties that the code of the class has read, by the type of the object. `judge_of`
    returns the judge of literals by the contracts of a class. `reported` are the problems of this
    body, and `remarks` the infos, which explain no problem. `quoted` are the texts that begin like
    variables, in the order of the code. `observer` records the values of expressions, if they are
    asked for.
    """

    classes: ClassIndex
    own: CompleteType
    declaration: MethodDeclaration
    functions: FunctionSignatures
    this: Value
    undeclared: UndeclaredProperties
    constructing: bool
    variables: Variables
    findings: Findings
    missing: DefectReports
    similar_names: SimilarNames
    written: Callable[[str, Value], None]
    reads: dict[tuple[Value, str], Value]
    judge_of: JudgeOf
    observer: CodeObserver | None = None
    caught: int = 0
    reported: set[int] = msgspec.field(default_factory=set)
    remarks: set[int] = msgspec.field(default_factory=set)
    quoted: list[Scalar] = msgspec.field(default_factory=list)
    looked_for: dict[tuple[str, Hashable], str | None] = msgspec.field(default_factory=dict)

    @property
    def package(self) -> PackageId:
        """The package of this code."""
        return self.own.id.package

    @property
    def may_construct(self) -> bool:
        """Whether a constructor, possibly an unknown one, may call this method.

        Then it may write all properties.
        """
        return self.own.incomplete or self.classes.visibility.is_called_by_constructors(
            self.declaration.name, self.package
        )

    def is_any_method(self, name: str) -> bool:
        """Return whether any class has a method of that name."""
        return self.classes.visibility.is_any_method(name, self.package)

    def scope(self, node: Yaql, bound: frozenset[str] | None = NO_VARIABLES) -> ExpressionScope:
        """Return the scope of an expression that binds the variables `bound` itself."""
        return ExpressionScope(node, self.functions, self.this, bound, method=self)

    def named(self, word: str) -> str | None:
        """Return how to write the variable, or property of `$this`, of a name.

        None if neither exists.
        """
        # A variable is nearer than a property of the same name.
        if self.variables.value(word) is not None:
            return f"${word}"
        member = self.own.properties.get(word)
        if self.this.kinds == kinds.CLASS:
            is_static = member is not None and bool(static_declarations(member))
            return f"$.{word}" if is_static else None
        return f"$.{word}" if member is not None or word in self.undeclared else None

    def nearest(self, name: str, known: Iterable[str], key: Hashable) -> str | None:
        """Return the known name most similar to a misspelt one, None if none is.

        See `SimilarNames` for `key`.
        """
        sought = name, key
        if sought not in self.looked_for and len(self.looked_for) < SUGGESTIONS.most:
            self.looked_for[sought] = self.similar_names.nearest(name, known, key)
        return self.looked_for.get(sought)

    def nearest_variable(self, name: str) -> str | None:
        """Return the variable of the method with the name most similar to a misspelt one."""
        return self.nearest(name, self.variables.assigned, ("variables", self.declaration))

    def slip(self, name: str, known: Iterable[str], key: Hashable) -> str | None:
        """Return the known name that a name is a slip for, though it may be an unknown name too."""
        near = self.nearest(name, known, key)
        return near if near is not None and is_slip(name, near) else None

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        severity: Severity | None = None,
        lacks: Hashable | None = None,
        **facts: Any,
    ) -> None:
        """Report once per place: code that YAML shares through an alias is inferred several times.

        `lacks` identifies a member that a class does not have.
        """
        # A hash needs less memory than the tuple, for many diagnostics.
        key = hash(
            (rule.code, place.file.path, place.line, place.column, place.end_line, place.end_column)
        )
        # YAML may share a part through aliases, which are inferred one after the other.
        if key in self.reported or key in self.remarks:
            return
        severity = severity or rule.severity
        (self.remarks if severity is Severity.INFO else self.reported).add(key)
        # The method goes on in Catch, so the failure does not end it.
        if self.caught and severity is Severity.ERROR:
            severity = Severity.WARNING
        if lacks is None:
            self.findings.report(rule, place, severity=severity, **facts)
        else:
            self.missing.report(lacks, rule, place, severity=severity, **facts)


class ExpressionScope(PartScope, frozen=True, eq=False, gc=False, kw_only=True):
    """The context of a part of an expression, in a method.

    `guarded` is set if another part decides whether this one is evaluated, possibly by testing the
    value. `applied` is set in predicates of contracts: they are applied to values elsewhere, where
    their failures are reported.
    """

    rules: ClassVar = ApplicationRules(
        rules.WRONG_OPERANDS, rules.WRONG_ARGUMENTS, "function {}()", "method {}()"
    )
    method: MethodContext
    guarded: bool = False
    applied: bool = False

    @property
    def classes(self) -> ClassIndex:
        """The classes that the code can refer to."""
        return self.method.classes

    def perhaps(self) -> ExpressionScope:
        """See `PartScope`."""
        if self.guarded:
            return self
        return replace(self, certain=False, guarded=True)

    def foreign(self) -> ExpressionScope:
        """See `PartScope`; the variables that the code binds are unknown."""
        return replace(self, dollar=UNKNOWN, inner=True, certain=False, bound=None)

    @property
    def values_count(self) -> bool:
        """Whether failures on certain values are reported; a guard may exclude those values."""
        return not (self.applied or self.guarded)

    def fix(
        self,
        expression: Expression,
        text: str | None,
        applicability: Applicability = Applicability.SAFE,
    ) -> tuple[Fix, ...]:
        """Return the fix that writes a text for a part of the expression; none without a text."""
        if text is None:
            return ()
        from muranopl.ard.rewriting import replaced_within

        edit = replaced_within(self.node, expression.start, expression.end, text)
        return fixed_by(f"write `{text}`", edit, applicability=applicability)

    def place(self, expression: Expression) -> Place:
        """Return the place of a part of the expression; of a call, that of its name."""
        if isinstance(expression, Call):
            end = expression.start + len(expression.name)
        else:
            end = expression.end
        return place_within(self.node, expression.start, end)

    def null_fails(self, type_: Value, part: Expression, problem: str, whole: Expression) -> bool:
        """Report that an expression fails as a part of it is certainly null; return whether it is.

        The null of an unset variable is reported where the variable is used.
        """
        if not type_.is_null:
            return False
        if self.blame([type_]):
            return True
        suggestion = None
        if isinstance(whole, Binary) and whole.operator == ".":
            suggestion = (
                f"write `{self.text(part)}?.{self.text(whole.right)}`, which is null in that case"
            )
        self.report(
            rules.NULL_FAILS,
            whole,
            severity=self.severity,
            text=self.text(part),
            problem=problem,
            suggestion=suggestion,
            notes=null_notes(type_.nulls),
            related=type_.null_origin,
        )
        return True

    def blame(self, values: Iterable[Value], *, sure: bool = True) -> bool:
        """See `PartScope`."""
        blamed = [value for value in values if value.blamed is not None]
        if sure and self.certain:
            for value in blamed:
                self.method.variables.blame(value)
        return bool(blamed)

    @property
    def severity(self) -> Severity | None:
        """The severity of certain failures: a warning if the code may never run.

        None is the rule's.
        """
        return None if self.certain else Severity.WARNING

    def severity_of_missing(self, class_: ClassType, near: str | None) -> Severity | None:
        """Return the severity of a missing member, reduced if an unknown descendant may have it.

        None is the rule's. A name similar to one of the class is a slip. Classes of applications
        are hardly ever extended elsewhere.
        """
        opened = self.method.classes.names.packages.get(class_.id.package)
        is_application = (
            opened is not None and opened.package.manifest.type is PackageType.APPLICATION
        )
        if class_.exact or near is not None or is_application:
            return None
        return Severity.WARNING

    def report(
        self, rule: Rule, tree: Expression, *, severity: Severity | None = None, **facts: Any
    ) -> None:
        """Report a rule at a part of the expression."""
        severity = severity or rule.severity
        # The guard may exclude the values that fail.
        if self.guarded and severity is Severity.ERROR and rule not in VALUE_INDEPENDENT:
            severity = Severity.WARNING
        self.method.report(rule, self.place(tree), severity=severity, **facts)
