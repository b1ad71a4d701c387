"""Expressions run: the one entry of this folder."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
from collections.abc import Mapping
from typing import Any

from yaql.language import utils

from muranopl.ard.nodes import Yaql
from muranopl.expression.tree import Expression
from muranopl.expression.yaql_objects import to_yaql
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.result import TypeId
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.bounds import LIMITS, Account, Limits
from muranopl.semantics.evaluation.data import freeze, thaw
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.failures import translated
from muranopl.semantics.evaluation.frames import Frame, Layer, Linked, Table
from muranopl.semantics.evaluation.methods import Methods
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.run import Run
from muranopl.semantics.evaluation.world import ContractFunctions, World

MISSING: Any = utils.create_marker("<missing>")
This = MuranoObject | MuranoType | None


class Evaluator:
    """Runs expressions of classes. What it prepares (expressions, methods of classes) it keeps as long as it lives."""

    def __init__(self, world: World, limits: Limits = LIMITS) -> None:
        self.world = world
        self.limits = limits
        self.account = Account(limits)
        self._prepared: dict[int, tuple[Expression, Any]] = {}
        self._methods: dict[TypeId, Methods] = {}
        self._tables: dict[TypeId, tuple[Layer, Table]] = {}

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
        """The value of an expression that stands in the file of `scope`, as plain data: never a lazy sequence or a set.

        `$this` is `this`; `$` is `dollar`, or `this` as well; `variables` are further ones by name. With `functions`
        the expression is a contract: contract functions stand before all others and are answered by these.

        Raises EvaluationError when it fails, ExhaustedError when it meets a limit, NotEvaluatedError when its value
        takes running a method, PoisonedError; and, as they are, errors that `functions` and the world raise.
        """
        run = Run(self, scope, this, functions)
        dollar = this if dollar is MISSING else _frozen(dollar)
        frame = self.frame(run, dollar) if functions is None else self._contract_frame(run, dollar)
        for name, value in (variables or {}).items():
            frame[name] = _frozen(value)
        return self._answer(node.tree, frame, plain=True)

    def predicate(
        self,
        node: Yaql,  # noqa: ARG002 - for evaluators that tell where they are
        expression: Expression,
        scope: MuranoType,
        this: This,
        *,
        dollar: object,
    ) -> Any:
        """The raw value of an expression inside that of `node`, the argument of check(): its truth is what counts.

        A lazy sequence stays one, which is true even if it is empty. Raises what `value` raises.
        """
        run = Run(self, scope, this, None)
        return self._answer(expression, self.frame(run, _frozen(dollar)))

    def holds(self, predicate: Expression, scope: MuranoType, value: Any, asker: Run) -> Any:
        """The raw value of the argument of check() for a value that is inside already, on the budget of the asker."""
        run = Run(self, scope, scope, None, asker)
        return self._answer(predicate, self.frame(run, value))

    def frame(self, run: Run, dollar: Any) -> Frame:
        """The outermost variables of an expression that sees the functions of methods."""
        scope = run.scope
        found = self._tables.get(scope.id)
        if found is None:
            layer = layers.workflow(scope.runtime, core=scope.id.package.name == CORE_LIBRARY)
            found = self._tables[scope.id] = (layer, Linked(self.methods(scope), layer))
        return _outermost(run, *found, scope, dollar)

    def _contract_frame(self, run: Run, dollar: Any) -> Frame:
        layer = layers.contracts(run.scope.runtime)
        return _outermost(run, layer, layer, None, dollar)

    def engine(self, runtime: tuple[int, int]) -> Any:
        """The bearer of yaql's options for a version of MuranoPL."""
        return layers.engine(self.limits, lenient=runtime <= layers.LEGACY)

    def methods(self, type_: MuranoType) -> Methods:
        """The methods of a class as functions."""
        found = self._methods.get(type_.id)
        if found is None:
            found = self._methods[type_.id] = Methods(type_, self.world)
        return found

    def _answer(self, expression: Expression, frame: Frame, *, plain: bool = False) -> Any:
        """Run an expression; whatever goes wrong is put in our errors."""
        run = frame.run
        try:
            result = self._statement(expression)(utils.NO_VALUE, frame, run.engine)
            return thaw(result, run.budget) if plain else result
        except Exception as error:
            found = translated(error, run)
            if found is error:
                raise
            raise found from None

    def _statement(self, expression: Expression) -> Any:
        found = self._prepared.get(id(expression))
        if found is None:
            found = self._prepared[id(expression)] = (expression, to_yaql(expression))
        return found[1]


def _frozen(value: object) -> Any:
    try:
        return freeze(value)
    except RecursionError:
        message = "a value is nested too deeply"
        raise ExhaustedError(message) from None


def _outermost(run: Run, layer: Layer, table: Table, caller: MuranoType | None, dollar: Any) -> Frame:
    frame = Frame(layer, run, table, caller)
    frame["$"] = dollar
    frame["this"] = run.this
    return frame
