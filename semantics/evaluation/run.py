"""The state of one evaluation, which all its frames share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, PoisonedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.world import ContractFunctions, World

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.evaluator import Evaluator
    from muranopl.semantics.evaluation.frames import Frame

OURS = (EvaluationError, NotEvaluatedError, PoisonedError)


class Failure:
    """The innermost call that failed: by which error, what was called, on what, in which frame."""

    __slots__ = ("arguments", "error", "frame", "name", "receiver")

    def __init__(self, error: Exception, name: str, receiver: Any, arguments: tuple[Any, ...], frame: Frame) -> None:
        self.error = error
        self.name = name
        self.receiver = receiver
        self.arguments = arguments
        self.frame = frame


class Run:
    """One evaluation inside the class `scope` for `this`. `functions` are set where the expression is a contract.

    What is evaluated on the way (`outer` given) is on the same budget.
    """

    __slots__ = ("_root", "_untouched", "budget", "engine", "evaluator", "failure", "functions", "scope", "this")

    def __init__(
        self,
        evaluator: Evaluator,
        scope: MuranoType,
        this: MuranoObject | MuranoType | None,
        functions: ContractFunctions | None,
        outer: Run | None = None,
    ) -> None:
        self.evaluator = evaluator
        self.scope = scope
        self.this = this
        self.functions = functions
        self.engine = evaluator.engine(scope.runtime)
        self.budget: Budget = Budget(evaluator.account) if outer is None else outer.budget
        self.failure: Failure | None = None
        self._untouched: Exception | None = None
        self._root: Run = self if outer is None else outer._root

    @property
    def world(self) -> World:
        """What is beyond the expression."""
        return self.evaluator.world

    @property
    def untouched(self) -> Exception | None:
        """The error that something outside raised last, here or in an evaluation on the way."""
        return self._root._untouched

    def note(self, error: Exception, name: str, receiver: Any, arguments: tuple[Any, ...], frame: Frame) -> None:
        """Remember where an error came from; the innermost call is asked first and counts."""
        if self.failure is None or self.failure.error is not error:
            self.failure = Failure(error, name, receiver, arguments, frame)

    def outside(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call something that is not ours: an error of its own (a violated contract) will pass through untouched."""
        try:
            return function(*arguments)
        except OURS:
            raise
        except Exception as error:
            self._root._untouched = error
            raise
