"""Applies functions and operators to abstract arguments, in the scope of a part of an expression.

Also the variables that an expression binds itself, with `let`, `with`, `unpack`, `as` and `def`, and
the observer, which records the values of parts for those who ask for them.

`overloads`, `results` and `failures` have the rules; here a defect becomes a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Binary, Call, Expression, Pair, Unary, bare, walk, word
from muranopl.ard.yaql.written_lambdas import as_code, reads
from muranopl.diagnostics.diagnostic import Fix, Severity
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.functions.signatures import (
    METHOD,
    FunctionSignatures,
    parameters_of,
)
from muranopl.semantics.abstract.overloads import CallArguments, first_unpaired, refusal
from muranopl.semantics.abstract.values import UNKNOWN, Value

S = TypeVar("S", bound="PartScope")


class ApplicationRules(msgspec.Struct, frozen=True):
    """The rules about operands and arguments, and the words for functions in messages.

    `method` are those for a function that is called on a receiver.
    """

    operands: Rule
    arguments: Rule
    function: str
    method: str


class PartScope(msgspec.Struct, frozen=True, eq=False):
    """The scope of a part of an expression that is written at `node`.

    `functions` are those that it may call. `dollar` is `$`; `inner` is set in code that a function
    runs, where `$1`, `$2`, ... are its arguments. `certain` is true if the part is evaluated
    whenever the whole is. `bound` are the variables that the expression itself binds (`let`,
    `unpack`), None if they are unknown.
    """

    rules: ClassVar[ApplicationRules]
    node: Yaql
    functions: FunctionSignatures
    dollar: Value
    bound: frozenset[str] | None = frozenset()
    inner: bool = False
    certain: bool = True

    @property
    def values_count(self) -> bool:
        """Whether failures on certain values are reported; bodies leave out those of guards."""
        return True

    def report(
        self, rule: Rule, tree: Expression, *, severity: Severity | None = None, **facts: Any
    ) -> object:
        """Report a defect at a part of the expression."""
        raise NotImplementedError

    def blame(self, values: Iterable[Value], *, sure: bool = True) -> bool:
        """Return whether a failure on values results from undefined names, which are reported.

        The reports about the names get the severity of the failure, a warning unless `sure`.
        """
        raise NotImplementedError

    def within(self: S, dollar: Value, *, certain: bool = False) -> S:
        """Return the scope of code that runs with another `$`, or possibly never unless it is `certain`."""
        return replace(self, dollar=dollar, inner=True, certain=certain)

    def foreign(self: S) -> S:
        """Return the scope of code that runs elsewhere, with other variables."""
        return self.within(UNKNOWN)

    def perhaps(self: S) -> S:
        """Return the scope of a part that is evaluated only for some values of another part."""
        return replace(self, certain=False) if self.certain else self

    def binding(self: S, bound: frozenset[str] | None) -> S:
        """Return the scope of an expression that binds variables itself."""
        if bound == self.bound:
            return self
        return replace(self, bound=bound)

    def text(self, expression: Expression) -> str:
        """Return the source text of a part of the expression."""
        return self.text_between(expression.start, expression.end)

    def text_between(self, start: int, end: int) -> str:
        """Return the characters of the expression from `start` up to `end`."""
        return self.node.text[start:end]


_BINDING = frozenset({"let", "with", "unpack", "as", "def"})
NO_VARIABLES: frozenset[str] = frozenset()
"""The bound variables of an expression without calls."""


def bound_variables(node: Yaql) -> frozenset[str] | None:
    """Return the variables that an expression binds itself, None if they cannot be determined."""
    text = node.text
    # The name of a function is directly followed by `(`. No pattern is as fast as these.
    if not (
        "let(" in text or "with(" in text or "unpack(" in text or "as(" in text or "def(" in text
    ):
        return NO_VARIABLES
    result: set[str] = set()
    methods: set[int] = set()
    for part in walk(node.tree):
        if isinstance(part, Binary) and isinstance(part.right, Call):
            methods.add(id(part.right))
        if isinstance(part, Call) and part.name in _BINDING:
            written = binding_names(part)
            # There is no such function, but the names after the list are not to be reported as well
            if part.name == "unpack" and id(part) not in methods:
                written = written[1:]
            names = [word(name) for name in written]
            if None in names:
                return None
            result.update(name for name in names if name is not None)
    return frozenset(result)


def binding_names(call: Call) -> Sequence[Expression]:
    """Return the arguments that name bound variables.

    As in `let(name => 1)`, `unpack(name)`, `as(... => name)` and `def(name)`.
    """
    arguments = call.arguments
    if call.name not in _BINDING:
        return ()
    if call.name in {"let", "with"}:
        return [argument.key for argument in arguments if isinstance(argument, Pair)]
    if call.name == "as":
        return [argument.value for argument in arguments if isinstance(argument, Pair)]
    return arguments[:1] if call.name == "def" else arguments


class Observer:
    """The values of the parts of expressions.

    Of a part that is inferred several times, it is the last one: later rounds know more.
    """

    def __init__(self) -> None:
        self._values: dict[tuple[int, int], Value] = {}

    def note(self, node: Yaql, part: Expression, value: Value) -> None:
        """Record the value of a part of the expression `node`."""
        # Expressions of the same text share their tree
        self._values[id(node), id(part)] = value

    def value(self, node: Yaql, part: Expression) -> Value | None:
        """Return the value of a part, None if it was not inferred."""
        return self._values.get((id(node), id(bare(part))))


Application = Unary | Binary | Call
"""The expressions that apply an operator or a function."""


class FunctionApplication(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A function or an operator applied to arguments; a receiver is the first of them.

    `form` and `name` are as in `FunctionSignatures.forms`; `tree` is the part of the expression
    that reports are about.
    """

    form: str
    tree: Application
    arguments: CallArguments

    @property
    def name(self) -> str:
        """The name of the function, or the operator."""
        return self.tree.name if isinstance(self.tree, Call) else self.tree.operator

    @property
    def is_operator(self) -> bool:
        """Whether it is an operator."""
        return self.tree.__class__ is not Call

    @property
    def _receivers(self) -> int:
        """The number of arguments that are not written between the parentheses."""
        return int(self.form == METHOD)

    def refusal(self, functions: FunctionSignatures) -> str:
        """Return why no overload of a function takes the arguments."""
        forms = functions.forms(self.form, self.name)
        return refusal(forms, self.arguments, functions, self._receivers)

    def unpaired(self, functions: FunctionSignatures) -> Expression | None:
        """Return the first of several arguments that must be written `key => value` and is not."""
        forms = functions.forms(self.form, self.name)
        wrong = first_unpaired(forms, self.arguments, self._receivers)
        return None if wrong is None else wrong.expression


def defect(
    application: FunctionApplication, problem: str, scope: PartScope, subject: str | None = None
) -> tuple[Rule, dict[str, Any]]:
    """Return the rule that a function or an operator breaks, and the facts of the report.

    `subject` replaces its name.
    """
    subject = subject or application.name
    if application.is_operator:
        return scope.rules.operands, {"problem": f"`{subject}` {problem}"}
    words = scope.rules.function
    if application.form == METHOD:
        words = scope.rules.method
    facts: dict[str, Any] = {"what": words.format(subject), "problem": problem}
    forms = scope.functions.forms(application.form, application.name)
    for name, argument in application.arguments.named.items():
        code = argument.expression
        if code is not None and reads(name, code) and name not in parameters_of(forms):
            facts["suggestion"] = as_code(name, code, scope.text(code))
    return scope.rules.arguments, facts


def report(
    application: FunctionApplication,
    problem: str,
    scope: PartScope,
    *,
    subject: str | None = None,
    severity: Severity | None = None,
    suggestion: str | None = None,
    fixes: tuple[Fix, ...] = (),
    at: Expression | None = None,
) -> None:
    """Report a function or an operator; `subject` replaces its name.

    `at` is the part that is wrong, if it is one argument.
    """
    rule, facts = defect(application, problem, scope, subject)
    if suggestion is not None:
        facts["suggestion"] = suggestion
    scope.report(
        rule, application.tree if at is None else at, severity=severity, fixes=fixes, **facts
    )


def report_failing(
    application: FunctionApplication,
    problem: str,
    scope: PartScope,
    *,
    severity: Severity | None = None,
) -> None:
    """Report a function or an operator that fails on values of the right kinds."""
    subject = scope.text(application.tree) if application.is_operator else None
    report(application, problem, scope, subject=subject, severity=severity)


def as_texts(application: FunctionApplication, scope: PartScope) -> str | None:
    """Return the sum of a text and another value as it has to be written."""
    operands = application.arguments.positional
    texts = [operand.value.only(kinds.STRING) for operand in operands]
    # Two values that are not texts may be meant as numbers or lists.
    if application.name != "+" or len(operands) != 2 or not any(texts):
        return None
    written = []
    for operand, is_text in zip(operands, texts, strict=True):
        if operand.expression is not None:
            text = scope.text(operand.expression)
            written.append(text if is_text else f"str({text})")
    return f"write `{' + '.join(written)}`"
