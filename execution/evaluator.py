"""The evaluator of an execution, whose expressions have functions that need a running one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from muranopl.execution import exceptions, functions
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, UninitializedError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.evaluation.tables import Tables


class ExecutionEvaluator(Evaluator):
    """Evaluates expressions of contracts and defaults, and compiles those of methods.

    Errors are thrown.
    """

    stack: Callable[[], tuple[exceptions.StackFrame, ...]]
    reports: Callable[[], bool]

    def value(self, *args: Any, **options: Any) -> Any:
        """See `Evaluator`."""
        return self._thrown(super().value, args, options)

    def predicate(self, *args: Any, **options: Any) -> Any:
        """See `Evaluator`."""
        return self._thrown(super().predicate, args, options)

    def _thrown(self, evaluate: Callable[..., Any], args: Any, options: Any) -> Any:
        try:
            return evaluate(*args, **options)
        except (UninitializedError, ExhaustedError):
            # A default that reads a property without a value is evaluated again later
            raise
        except EvaluationError as error:
            if self.reports():
                raise
            raise exceptions.thrown(error, self.stack()) from None
        except exceptions.MuranoError as error:
            if self.reports():
                raise EvaluationError(f"it throws {error.shown_name}: {error.message}") from None
            raise

    @staticmethod
    def layer(runtime: layers.Runtime, *, core: bool) -> layers.FunctionLayer:
        """Return the functions of method bodies; tests replace this function."""
        return functions_of_bodies(runtime, core=core)

    def tables(self, scope: MuranoType) -> Tables:
        """See `Evaluator`."""
        return (
            self.methods(scope),
            self.layer(scope.runtime, core=scope.id.package.name == CORE_LIBRARY),
        )


@functools.cache
def functions_of_bodies(runtime: layers.Runtime, *, core: bool) -> layers.FunctionLayer:
    """Return the functions of method bodies; `core` for classes of the core library."""
    layer = layers.extended(layers.workflow(runtime, core=core), functions.FUNCTIONS)
    return layers.extended(layer, functions.RESTRICTED) if core else layer
