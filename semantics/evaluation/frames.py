"""Holds the state of an evaluation, and the variables of its expressions."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, KeysView
from typing import Any, NamedTuple, Protocol

from yaql.language import contexts, specs, utils

from muranopl.ard.yaql.tree import Expression
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.context import ContractFunctions, EvaluationContext
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.tables import (
    CONVENTION,
    FunctionTable,
    LocalFunction,
    Tables,
    spelt,
)


class ClassMethods(FunctionTable, Protocol):
    """The methods of a class as functions."""

    def direct(self, name: str, *, on_class: bool) -> Any:
        """Return the only method that a call can mean.

        See `muranopl.semantics.evaluation.methods`.
        """


class EvaluatorServices(Protocol):
    """The services of the evaluator that functions need."""

    context: EvaluationContext

    @property
    def call(self) -> Callable[..., Any]:
        """The function that calls functions of tables; see `muranopl.semantics.evaluation.compilation.nodes`."""

    def methods(self, type_: MuranoType) -> ClassMethods:
        """Return the methods of a class as functions."""

    def frame(self, evaluation: Evaluation, dollar: Any) -> VariableFrame:
        """Return the outermost variables for an expression with the functions of method bodies."""

    def holds(self, predicate: Expression, scope: MuranoType, value: Any, budget: Budget) -> Any:
        """Return the raw value of a check() predicate of a class for a yaql value."""


class FailedCall(NamedTuple):
    """The innermost call that failed.

    It has the error, the function, its receiver, arguments and variables.
    """

    error: Exception
    name: str
    receiver: Any
    arguments: tuple[Any, ...]
    frame: VariableFrame

    @property
    def is_method(self) -> bool:
        """Whether the function was called on a receiver."""
        return self.receiver is not utils.NO_VALUE


@dataclasses.dataclass(slots=True)
class Evaluation:
    """The state of one evaluation for `this`, inside the class `scope` (None: in a UI definition).

    `functions` are set if the expression is a contract. `engine` is yaql's, which holds its
    options. If `lenient`, before version 1.2 and in UI definitions, reading a missing key of a
    mapping as an attribute gives null.
    """

    evaluator: EvaluatorServices
    scope: MuranoType | None
    this: MuranoObject | MuranoType | None
    functions: ContractFunctions | None
    engine: Any
    budget: Budget
    lenient: bool
    failure: FailedCall | None = None

    def record_failure(self, failure: FailedCall) -> None:
        """Record the call that raised an error; the first one recorded is the innermost."""
        # The error passes outer calls, too, which are not its cause.
        if self.failure is None or self.failure.error is not failure.error:
            self.failure = failure


class FunctionCaller:
    """A context that yaql calls to get a function of its `tables` by name."""

    tables: Tables

    def __call__(  # noqa: PLR0917 - as yaql declares it
        self,
        name: str,
        engine: Any,  # noqa: ARG002 - the evaluation has it
        receiver: Any = utils.NO_VALUE,
        data_context: Any = None,
        use_convention: bool = False,
        function_filter: Any = None,  # noqa: ARG002 - nothing filters
    ) -> Callable[..., Any]:
        """Return a callable for a function of that name.

        Its arguments are evaluated in `data_context`.
        """
        frame: Any = self if data_context is None else data_context
        call = frame.evaluation.evaluator.call
        return functools.partial(
            call, self.tables, frame, spelt(name, convert=use_convention), receiver
        )


class VariableFrame(FunctionCaller, contexts.ContextBase):  # type: ignore[misc]
    """The yaql context of an expression: its variables, enclosing frames and functions.

    `caller` is the class whose code reads properties, None inside contracts. `shadowing` is set if
    the expression may have defined functions of its own.
    """

    def __init__(
        self,
        parent: Any,
        evaluation: Evaluation,
        tables: Tables,
        caller: MuranoType | None,
        *,
        shadowing: bool = False,
    ) -> None:
        self._parent_context = parent
        self._convention = CONVENTION
        self._data: dict[str, Any] = {}
        self.evaluation = evaluation
        self.tables = tables
        self.caller = caller
        self.shadowing = shadowing

    def __repr__(self) -> str:
        return "<variables>"

    @property
    def budget(self) -> Budget:
        """The remaining budget."""
        return self.evaluation.budget

    @property
    def context(self) -> EvaluationContext:
        """Access to classes and objects outside of the expression."""
        return self.evaluation.evaluator.context

    @property
    def scope(self) -> MuranoType:
        """The class in whose file the expression is; functions of UI definitions do not use it."""
        scope = self.evaluation.scope
        if scope is None:
            raise AssertionError("the expression is not in a class")
        return scope

    def create_child_context(self) -> VariableFrame:
        """Return a frame inside this one, as each call of a lambda needs; that counts as a step."""
        self.evaluation.budget.spend(1)
        return VariableFrame(
            self, self.evaluation, self.tables, self.caller, shadowing=self.shadowing
        )

    def before(self, table: FunctionTable) -> VariableFrame:
        """Return a frame inside this one in which the functions of a table precede all others."""
        # A child frame, as the functions count only for the call on this receiver.
        tables = (table, *self.tables)
        return VariableFrame(self, self.evaluation, tables, self.caller, shadowing=self.shadowing)

    def get_data(self, name: str, default: Any = None, ask_parent: bool = True) -> Any:
        """Return the value of a variable."""
        name = normal(name)
        frame: Any = self
        # The contexts above the outermost frame hold functions only.
        while type(frame) is VariableFrame:
            if name in frame._data:
                return frame._data[name]
            frame = frame._parent_context if ask_parent else None
        return default

    def __setitem__(self, name: str, value: Any) -> None:
        self._data[normal(name)] = value

    def __delitem__(self, name: str) -> None:
        del self._data[normal(name)]

    def __contains__(self, item: Any) -> bool:
        return isinstance(item, str) and normal(item) in self._data

    def keys(self) -> KeysView[str]:
        """Return the names of the variables of this frame."""
        return self._data.keys()

    def register_function(self, spec: Any, *args: Any, **kwargs: Any) -> None:
        """Define a function for this frame, as `def()` does."""
        definition = specs.get_function_definition(spec, *args, convention=CONVENTION, **kwargs)
        self.tables = (LocalFunction(definition), *self.tables)
        self.shadowing = True

    def get_functions(self, *_args: Any, **_kwargs: Any) -> tuple[list[Any], bool]:
        """Return no functions: they are in the tables."""
        return [], False

    def delete_function(self, spec: Any) -> None:
        """Do nothing: functions are never deleted."""


def normal(name: str) -> str:
    """Return the key of a variable: `$` and an empty name are `$1`, other names begin with `$`."""
    if name.startswith("$"):
        return "$1" if name == "$" else name
    return "$" + name if name else "$1"
