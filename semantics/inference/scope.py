"""Where an expression stands: the method around it, what `$` is there, and where findings go."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.bounds import PACKAGE_NAMES, PACKAGE_SUGGESTIONS, SUGGESTIONS
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import KnownNames, is_slip, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.repeated import Repeated
from muranopl.diagnostics.rules import Rule
from muranopl.expression.tree import Binary, Call, Expression
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.static_properties import static_declarations
from muranopl.language.contracts import kinds
from muranopl.language.grammar.manifest import PackageType
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.read.package import PackageId
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.inference.functions.signatures import FunctionSignatures
from muranopl.semantics.inference.types import ANY, ClassType, Type
from muranopl.semantics.inference.undeclared import UndeclaredProperties
from muranopl.semantics.inference.variables import Variables

_WHATEVER_VALUES = (rules.NO_FUNCTION, rules.OTHER_VERSION)
"""What is wrong whatever values are."""


class NameSearch(msgspec.Struct):
    """The search for known names that misspelt ones of a package are near to, within bounds.

    Known names are gathered once: `known` has them by what they are `of`, None where they are too many.
    """

    left: int = PACKAGE_SUGGESTIONS.most
    names_left: int = PACKAGE_NAMES.most
    known: dict[Hashable, KnownNames | None] = msgspec.field(default_factory=dict)

    def nearest(self, name: str, names: Iterable[str], of: Hashable) -> str | None:
        """Return the nearest one of the names, which are always the same ones for one `of`."""
        if not self.left:
            return None
        self.left -= 1
        if of not in self.known:
            gathered = list(names)
            self.names_left -= len(gathered)
            self.known[of] = KnownNames(gathered) if self.names_left >= 0 else None
        known = self.known[of]
        return None if known is None else nearest(name, known)


class MethodContext(msgspec.Struct, eq=False):
    """A method whose body is checked.

    `undeclared` are the undeclared properties that the code of the class sets, and `written` is told what this method
    writes to such. `caught` counts the blocks of Try around whose Catch takes every error: what fails there is not the
    end, so it is a warning only. `missing` are the members that classes lack: each is one defect of the package,
    however often it is used. `search` bounds the looking for names in the package. `reads` are the types of declared
    properties of objects of the class, by what is known of the object: those that its code has read.
    """

    classes: ClassIndex
    own: CompleteType
    declaration: MethodDeclaration
    functions: FunctionSignatures
    this: Type
    undeclared: UndeclaredProperties
    constructing: bool
    variables: Variables
    findings: Findings
    missing: Repeated
    search: NameSearch
    written: Callable[[str, Type], None]
    reads: dict[tuple[Type, str], Type]
    caught: int = 0
    reported: set[int] = msgspec.field(default_factory=set)
    looked_for: dict[str, str | None] = msgspec.field(default_factory=dict)

    @property
    def package(self) -> PackageId:
        """The package whose code this is."""
        return self.own.id.package

    @property
    def may_construct(self) -> bool:
        """Whether a constructor may call this method, perhaps an unknown one: then it may write all properties."""
        return self.own.incomplete or self.classes.constructs(self.declaration.name, self.package)

    def named(self, word: str) -> str | None:
        """How to write the variable set here, or the property of `$this`, of a name; None where there is none."""
        if self.variables.type(word) is not None:
            return f"${word}"
        member = self.own.properties.get(word)
        if self.this.kinds == kinds.CLASS:
            is_static = member is not None and bool(static_declarations(member))
            return f"$.{word}" if is_static else None
        return f"$.{word}" if member is not None or word in self.undeclared else None

    def nearest(self, name: str, known: Iterable[str], of: Hashable) -> str | None:
        """The known name that is nearest to a misspelt one; None where none is near. For `of` see `NameSearch`."""
        if name not in self.looked_for and len(self.looked_for) < SUGGESTIONS.most:
            self.looked_for[name] = self.search.nearest(name, known, of)
        return self.looked_for.get(name)

    def nearest_variable(self, name: str) -> str | None:
        """The variable set in the method that is nearest to a misspelt one."""
        return self.nearest(name, self.variables.assigned, ("variables", self.declaration))

    def slip(self, name: str, known: Iterable[str], of: Hashable) -> str | None:
        """The known name that a misspelt one is surely a slip for, where it may be one that is not known as well."""
        near = self.nearest(name, known, of)
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
        """Report once for each place: code that YAML shares through an alias is inferred several times.

        `lacks` names a member that a class does not have.
        """
        key = hash((rule.code, place.file.path, place.line, place.column, place.end_line, place.end_column))
        if key in self.reported:
            return
        self.reported.add(key)
        severity = severity or rule.severity
        if self.caught and severity is Severity.ERROR:
            severity = Severity.WARNING
        if lacks is None:
            self.findings.report(rule, place, severity=severity, **facts)
        else:
            self.missing.report(lacks, rule, place, severity=severity, **facts)


class ExpressionScope(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Where a part of an expression stands.

    `dollar` is what `$` is; `inner` is set in code that a function runs, where `$1`, `$2`, ... are its arguments.
    `certain` says that this part is run whenever the expression is; `guarded` that another part decides whether it is,
    perhaps by what a value is. `bound` are the variables that the expression
    itself makes (`let`, `unpack`), None where they cannot be told.
    """

    method: MethodContext
    node: Yaql
    dollar: Type
    inner: bool = False
    certain: bool = True
    guarded: bool = False
    bound: frozenset[str] | None = frozenset()

    def within(self, dollar: Type, *, inner: bool = True) -> ExpressionScope:
        """The same place in code that is run with another `$`, or perhaps never."""
        return msgspec.structs.replace(self, dollar=dollar, inner=self.inner or inner, certain=False)

    def foreign(self) -> ExpressionScope:
        """The same place in code that is run elsewhere, with other variables."""
        return msgspec.structs.replace(self, dollar=ANY, inner=True, certain=False, bound=None)

    def behind_guard(self) -> ExpressionScope:
        """The same place in a part that is run only if another one has some value."""
        return self if self.guarded else msgspec.structs.replace(self, certain=False, guarded=True)

    def place(self, expression: Expression) -> Place:
        """Where a part of the expression is written; of a call its name."""
        end = expression.start + len(expression.name) if isinstance(expression, Call) else expression.end
        return place_within(self.node, expression.start, end)

    def text(self, expression: Expression) -> str:
        """What a part of the expression is written as."""
        return self.text_between(expression.start, expression.end)

    def text_between(self, start: int, end: int) -> str:
        """The characters of the expression from `start` up to `end`."""
        return self.node.text[start:end]

    def null_fails(self, type_: Type, part: Expression, problem: str, whole: Expression) -> bool:
        """Report that a whole expression fails since a part of it is surely null; return whether it is.

        The null of an unset variable is reported where the variable is used.
        """
        if type_.kinds != kinds.NULL:
            return False
        if type_.unset is None:
            suggestion = None
            if isinstance(whole, Binary) and whole.operator == ".":
                suggestion = f"write `{self.text(part)}?.{self.text(whole.right)}`, which gives null then"
            facts = {"text": self.text(part), "problem": problem, "suggestion": suggestion}
            self.report(rules.NULL_FAILS, whole, severity=self.severity, **facts)
        elif self.certain:
            self.method.variables.blame(type_)
        return True

    @property
    def severity(self) -> Severity | None:
        """The severity of what surely fails when it is run: a warning where that may never be; None is the rule's."""
        return None if self.certain else Severity.WARNING

    def severity_of_missing(self, class_: ClassType, near: str | None) -> Severity | None:
        """The severity of a missing member: less than that of the rule where it may be meant for unknown descendants.

        A name that is nearly one of the class is a slip. Classes of applications are hardly ever extended elsewhere.
        """
        opened = self.method.classes.names.packages.get(class_.id.package)
        is_application = opened is not None and opened.package.manifest.type is PackageType.APPLICATION
        return None if class_.exact or near is not None or is_application else Severity.WARNING

    def report(self, rule: Rule, expression: Expression, *, severity: Severity | None = None, **facts: Any) -> None:
        """Report a rule at a part of the expression."""
        severity = severity or rule.severity
        if self.guarded and severity is Severity.ERROR and rule not in _WHATEVER_VALUES:
            severity = Severity.WARNING
        self.method.report(rule, self.place(expression), severity=severity, **facts)
