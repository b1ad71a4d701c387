"""The scope of a part of an expression."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.rules import Rule
from muranopl.semantics.abstract.functions.signatures import FunctionSignatures
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
        return msgspec.structs.replace(self, dollar=dollar, inner=True, certain=certain)

    def foreign(self: S) -> S:
        """Return the scope of code that runs elsewhere, with other variables."""
        return self.within(UNKNOWN)

    def perhaps(self: S) -> S:
        """Return the scope of a part that is evaluated only for some values of another part."""
        return msgspec.structs.replace(self, certain=False) if self.certain else self

    def binding(self: S, bound: frozenset[str] | None) -> S:
        """Return the scope of an expression that binds variables itself."""
        if bound == self.bound:
            return self
        return msgspec.structs.replace(self, bound=bound)

    def text(self, expression: Expression) -> str:
        """Return the source text of a part of the expression."""
        return self.text_between(expression.start, expression.end)

    def text_between(self, start: int, end: int) -> str:
        """Return the characters of the expression from `start` up to `end`."""
        return self.node.text[start:end]
