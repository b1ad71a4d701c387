"""Evaluates expressions; the entry point of this package."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
from collections.abc import Callable, Mapping
from typing import Any

from yaql.language import utils

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics import machine_limits
from muranopl.inherit.complete import MethodMember
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.namespace.result import TypeId
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from muranopl.semantics.evaluation.compilation.compiler import compiled
from muranopl.semantics.evaluation.compilation.nodes import Run, call
from muranopl.semantics.evaluation.context import ContractFunctions, EvaluationContext
from muranopl.semantics.evaluation.conversion import freeze, taken, thaw
from muranopl.semantics.evaluation.error_messages import translated
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.frames import Evaluation, VariableFrame
from muranopl.semantics.evaluation.methods import MethodTable
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.tables import Tables

MISSING: Any = utils.create_marker("<missing>")
This = MuranoObject | MuranoType | None
StandsIn = Callable[[MuranoType], MethodMember | None]


class Evaluator:
    """Evaluates expressions of classes.

    Compiled expressions and method tables are kept for its lifetime. `context` provides classes and
    objects; all evaluations together are bounded by the budget.
    """

    call = staticmethod(call)

    def __init__(self, context: EvaluationContext, budget: SharedBudget | None = None) -> None:
        self.context = context
        self._shared = budget or SharedBudget()
        self._prepared: dict[int, tuple[Expression, Run]] = {}
        self._methods: dict[TypeId, MethodTable] = {}
        self._replaced: dict[str, dict[str, StandsIn]] = {}

    def value(
        self,
        node: Yaql,
        scope: MuranoType,
        this: This = None,
        *,
        dollar: object = MISSING,
        functions: ContractFunctions | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the value of an expression in the file of `scope`, as plain data.

        It is never a lazy sequence or a set. `$this` is `this`; `$` is `dollar`, by default `this`;
        `variables` are further ones by name. With `functions` the expression is a contract:
        contract functions precede all others and are implemented by these.
        Raise EvaluationError if it fails, ExhaustedError if it exceeds a limit, NotEvaluatedError
        if its value needs a method to run, PoisonedError; errors of `functions` and the context
        pass unchanged.
        """
        evaluation = self._evaluation(scope, this, functions=functions)
        dollar = this if dollar is MISSING else _frozen(dollar)
        if functions is None:
            frame = self.frame(evaluation, dollar)
        else:
            frame = _outermost(evaluation, (layers.contracts(scope.runtime),), None, dollar)
        for name, value in (variables or {}).items():
            frame[name] = _frozen(value)
        return self._answer(node.tree, frame, finish=thaw)

    def predicate(
        self, expression: Expression, scope: MuranoType, this: This, *, dollar: object
    ) -> Any:
        """Return the raw value of an argument of check(), whose truth counts.

        A lazy sequence is returned as such, which is true even if it is empty. Raise as `value`
        does.
        """
        return self._answer(expression, self.frame(self._evaluation(scope, this), _frozen(dollar)))

    def holds(self, predicate: Expression, scope: MuranoType, value: Any, budget: Budget) -> Any:
        """See `EvaluatorServices`."""
        return self._answer(
            predicate, self.frame(self._evaluation(scope, scope, budget=budget), value)
        )

    def frame(self, evaluation: Evaluation, dollar: Any) -> VariableFrame:
        """See `EvaluatorServices`."""
        scope = evaluation.scope
        if scope is None:
            raise AssertionError("a UI definition has a frame of its own")
        return _outermost(evaluation, self.tables(scope), scope, dollar)

    def tables(self, scope: MuranoType) -> Tables:
        """Return the tables of functions for expressions in the file of a class."""
        layer = layers.workflow(scope.runtime, core=scope.id.package.name == CORE_LIBRARY)
        return (self.methods(scope), layer)

    def methods(self, type_: MuranoType) -> MethodTable:
        """See `EvaluatorServices`."""
        result = self._methods.get(type_.id)
        if result is None:
            result = self._methods[type_.id] = MethodTable(type_, self.context)
            for name, stands_in in self._replaced.get(type_.name, {}).items():
                result.replace(name, stands_in(type_))
        return result

    def replace_method(self, class_name: str, name: str, stands_in: StandsIn) -> None:
        """Replace a method of a class, in all its versions, for later calls on its objects.

        `stands_in` returns the replacement for one version, None to keep the original.
        """
        self._replaced.setdefault(class_name, {})[name] = stands_in
        for table in self._methods.values():
            if table.type.name == class_name:
                table.replace(name, stands_in(table.type))

    def _evaluation(
        self,
        scope: MuranoType,
        this: This,
        *,
        functions: ContractFunctions | None = None,
        budget: Budget | None = None,
    ) -> Evaluation:
        # Old packages keep the rules that they were written for.
        lenient = scope.runtime <= layers.LEGACY
        engine = layers.engine(self._shared.limits, lenient=lenient)
        return Evaluation(
            self, scope, this, functions, engine, budget or Budget(self._shared), lenient
        )

    def frame_outside(
        self, layer: layers.FunctionLayer, variables: Mapping[str, Any]
    ) -> VariableFrame:
        """Return the outermost variables for expressions of a UI definition, as a new evaluation.

        `variables` are yaql values. All expressions run in the frame share the budget of the
        evaluation.
        """
        engine = layers.engine(self._shared.limits, lenient=True)
        evaluation = Evaluation(self, None, None, None, engine, Budget(self._shared), lenient=True)
        frame = VariableFrame(layer, evaluation, (layer,), None)
        for name, value in variables.items():
            frame[name] = value
        return frame

    def answer(self, expression: Expression, frame: VariableFrame, *, plain: bool = False) -> Any:
        """Return the value of an expression in a frame, as plain data if `plain`; never lazy.

        Raise as `value` does.
        """
        return self._answer(expression, frame, finish=thaw if plain else taken)

    def _answer(
        self,
        expression: Expression,
        frame: VariableFrame,
        *,
        finish: Callable[[Any, Budget], Any] | None = None,
    ) -> Any:
        """Evaluate an expression and return its value, passed through `finish`.

        Raise as `value` does.
        """
        evaluation = frame.evaluation
        try:
            # Errors are translated below, outside of the handler, so that they do not chain.
            result = self._run(expression)(frame)
            if finish is None:
                return result
            return finish(result, evaluation.budget)
        except Exception as error:
            problem = translated(error, evaluation)
        # Errors refer to their frames; a reference back from the frame would keep both alive.
        evaluation.failure = None
        try:
            raise problem
        finally:
            del problem

    def _run(self, expression: Expression) -> Run:
        # The expression is kept in the value, so that its id stays unique.
        result = self._prepared.get(id(expression))
        if result is None:
            result = self._prepared[id(expression)] = (expression, compiled(expression))
        return result[1]


def _frozen(value: object) -> Any:
    try:
        return freeze(value)
    except RecursionError:
        machine_limits.meet()
        raise ExhaustedError("a value is nested too deeply") from None


def _outermost(
    evaluation: Evaluation, tables: Tables, caller: MuranoType | None, dollar: Any
) -> VariableFrame:
    frame = VariableFrame(tables[-1], evaluation, tables, caller)
    frame["$"] = dollar
    frame["this"] = evaluation.this
    return frame
