"""Applies functions and operators to abstract arguments: checks and results, for bodies and forms.

`overloads`, `results` and `failures` have the rules; here a defect becomes a message.
"""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.ard.yaql.tree import Binary, Call, Expression, Unary
from muranopl.ard.yaql.written_lambdas import as_code, reads
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.fixes import Fix
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.functions.signatures import (
    METHOD,
    FunctionSignatures,
    parameters_of,
)
from muranopl.semantics.abstract.overloads import CallArguments, first_unpaired, refusal
from muranopl.semantics.abstract.scope import PartScope

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
