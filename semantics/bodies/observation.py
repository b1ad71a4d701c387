"""What inference knows about the code of one class, on demand: the values of all expressions."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.repeated import Repeated
from muranopl.inherit.complete import CompleteType
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.bodies import BodyChecker
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.expressions import evaluate
from muranopl.semantics.bodies.scope import CodeObserver, CodeState


class ObservedClass(msgspec.Struct, frozen=True, eq=False):
    """A class, and the values of the expressions in its code."""

    type: CompleteType
    classes: ClassIndex
    observer: CodeObserver

    @property
    def undeclared(self) -> Collection[str]:
        """The properties that the code of the class sets without declaring them."""
        states = self.observer.states
        return states[0].method.undeclared if states else ()

    def value(self, node: Yaql, part: Expression) -> Value:
        """Return the value of a part of an expression, UNKNOWN if it was not inferred."""
        return self.observer.value(node, part) or UNKNOWN

    def named(self, line: int, name: str) -> Value:
        """Return the value of a variable that `For` or `As` names in a line."""
        return self.observer.named.get((line, name), UNKNOWN)

    def evaluated(self, node: Yaql, line: int, column: int) -> Value:
        """Return the value that an expression would have at a position in the code.

        UNKNOWN if no code was inferred before it.
        """
        state = self._state(line, column)
        if state is None:
            return UNKNOWN
        method = msgspec.structs.replace(
            state.method,
            variables=state.variables.copy(),
            findings=Findings(max_per_code=1),
            observer=None,
        )
        return evaluate(node, method)

    def variables(self, line: int, column: int) -> dict[str, Value]:
        """Return the variables that an expression at a position may read, with their values."""
        state = self._state(line, column)
        return {} if state is None else state.variables.values()

    def _state(self, line: int, column: int) -> CodeState | None:
        """Return the last state that was recorded before a position, or there."""
        states = self.observer.states
        before = [item for item in states if item.position <= (line, column)]
        # Of several at one position the last one, as the first of equal ones is returned
        return max(reversed(before), key=lambda item: item.position, default=None)


def observe(type_: CompleteType, classes: ClassIndex) -> ObservedClass:
    """Infer the code of a class once more, and keep what it finds."""
    observer = CodeObserver()
    BodyChecker(classes).check(type_, Findings(max_per_code=1), Repeated(), observer)
    return ObservedClass(type_, classes, observer)
