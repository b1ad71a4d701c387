"""Bounds the work of creating a model and of evaluating an expression in it.

Untrusted packages can ask for any amount of work.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from muranopl.diagnostics import bounds, machine_limits
from muranopl.diagnostics.bounds import LEAST_STEPS
from muranopl.semantics.evaluation.errors import ExhaustedError, SpentError


class Limits(msgspec.Struct, frozen=True):
    """The limits of one evaluation.

    `items` and `memory` are the engine's own: the number of items that a function takes from a
    collection, and the bytes that one value may take, without the values inside it. The engine has
    none of the others: `steps` counts calls of functions, nodes of long expressions, items taken
    from lazy sequences, and copies of large values; `nodes` is the size of a value with all values
    inside it (a text counts 1 more per 64 characters); `bits` is the length of an integer (Python
    itself writes none of more than 4300 digits, which is 14284 bits); `compared` are the characters
    that one function compares; `seconds` is the time of all regular expressions together, the only
    limit that depends on the machine; `pattern` is the length of a regular expression in
    characters, and `pattern_parts` the number of parts it expands to.
    Everything created for one model shares `total_steps`; an evaluation takes LEAST_STEPS of them
    at least; all its evaluations share `total_seconds`.
    """

    steps: int = bounds.EVALUATION_STEPS.most
    items: int = bounds.EVALUATION_ITEMS.most
    memory: int = bounds.EVALUATION_MEMORY.most
    nodes: int = bounds.EVALUATION_PARTS.most
    bits: int = bounds.EVALUATION_BITS.most
    compared: int = bounds.EVALUATION_COMPARED.most
    seconds: float = bounds.PATTERN_SECONDS.most
    pattern: int = bounds.PATTERN_LENGTH.most
    pattern_parts: int = bounds.PATTERN_PARTS.most
    total_steps: int = bounds.MODEL_STEPS.most
    total_seconds: float = bounds.TOTAL_PATTERN_SECONDS.most


LIMITS = Limits()


class Work(enum.Enum):
    """The purposes that steps are spent on, as messages name them."""

    EXPRESSIONS = "expressions"
    OBJECTS = "objects"
    MADE_OBJECTS = "objects that Defaults create"
    MISSING = "properties without a value"
    DEFAULTS = "the values of Defaults"
    CONTRACTS = "values that contracts check"


class SharedBudget:
    """The remaining budget of one model, or of the classes of a package.

    `given` are additional steps, in proportion to the size of the source. Exceeding the budget
    raises SpentError, which ends the creation of the model; `spent` then states the largest
    consumer.
    """

    __slots__ = ("_aside", "_most", "_taken", "limits", "seconds", "spent", "steps")

    def __init__(self, limits: Limits = LIMITS, given: int = 0) -> None:
        self.limits = limits
        self.steps = self._most = limits.total_steps + given
        self.seconds = limits.total_seconds
        self.spent: str | None = None
        self._aside = 0
        self._taken = dict.fromkeys(Work, 0)

    @property
    def left(self) -> int:
        """The steps that are left for this value and the next ones."""
        return max(0, self.steps) + self._aside

    def begin(self, most: int) -> None:
        """Start the budget of the next value.

        `most` steps, or all that are left if these are fewer.
        """
        # What an exceeded budget lacks is not taken from the next value.
        left = self.left
        self.steps = min(left, most)
        # Steps beyond the share of this value, kept for the next ones.
        self._aside = left - self.steps
        self.spent = None

    def take(self, steps: int, work: Work) -> None:
        """Take steps; raise SpentError if they exceed the budget, and on every call after that."""
        self._taken[work] += steps
        self.steps -= steps
        if self.steps < 0:
            most = max(self._taken, key=self._taken.__getitem__)
            raise self.end(
                f"creating it takes more than {self._most:,} steps, most of them for {most.value}"
            )

    def end(self, problem: str) -> SpentError:
        """Mark the budget as spent, and return the error to raise."""
        self.steps = -1
        self.spent = self.spent or problem
        return SpentError(self.spent)


class Budget:
    """The remaining budget of one evaluation, drawn from the shared one.

    Exceeding the former raises ExhaustedError, exceeding the latter SpentError. `look` is called
    before each portion is taken from the shared budget, of at most `portion` steps, so that callers
    can check other limits. `steps` replaces the limit on steps if several expressions are run.
    """

    __slots__ = ("_look", "_portion", "_seconds", "_shared", "_taken", "limits", "steps")

    def __init__(
        self,
        shared: SharedBudget,
        look: Callable[[], None] | None = None,
        portion: int | None = None,
        *,
        steps: int | None = None,
    ) -> None:
        limits = shared.limits
        self.limits = limits if steps is None else replace(limits, steps=steps)
        self.steps = self._taken = min(LEAST_STEPS, self.limits.steps)
        shared.take(self.steps, Work.EXPRESSIONS)
        self._shared = shared
        self._seconds = self.limits.seconds
        self._look = look
        self._portion = self.limits.steps if portion is None else portion

    def spend(self, steps: int) -> None:
        """Count steps; raise ExhaustedError if none are left, and on every call after that."""
        self.steps -= steps
        while self.steps < 0:
            self._take()

    def _take(self) -> None:
        """Take steps from the shared budget, doubling the total if allowed to keep calls rare."""
        if self._look is not None:
            self._look()
        # As many as taken so far, at least the missing ones, at most the rest of the limit.
        portion = min(
            max(min(self._taken, self._portion), -self.steps), self.limits.steps - self._taken
        )
        if portion <= 0:
            raise ExhaustedError(f"the expression takes more than {self.limits.steps} steps")
        self._shared.take(portion, Work.EXPRESSIONS)
        self.steps += portion
        self._taken += portion

    def matching(self, match: Any, *arguments: Any, **options: Any) -> Any:
        """Call a function of the `regex` module with the remaining time as its timeout."""
        taken = allowed = min(self._seconds, self._shared.seconds)
        if allowed <= 0:
            raise self._out_of_time(allowed)
        started = time.thread_time()  # processor time, as `regex` counts
        try:
            result = match(*arguments, **options, timeout=allowed)
            taken = min(time.thread_time() - started, allowed)
        except TimeoutError:
            raise self._out_of_time(allowed) from None
        finally:
            self._seconds -= taken
            self._shared.seconds -= taken
        return result

    def _out_of_time(self, allowed: float) -> ExhaustedError | SpentError:
        machine_limits.meet()
        words = "its regular expressions take longer than"
        if allowed == self._seconds:
            return ExhaustedError(f"{words} {self.limits.seconds:g} s")
        return self._shared.end(f"{words} {self.limits.total_seconds:g} s together")

    def integer(self, bits: int) -> None:
        """Raise ExhaustedError if an integer about to be computed has too many bits."""
        if bits > self.limits.bits:
            raise ExhaustedError(f"a number is longer than {self.limits.bits} bits")

    def text(self, length: int) -> None:
        """Raise ExhaustedError if a text about to be created has too many characters."""
        if length > self.limits.memory:
            raise ExhaustedError(f"a string is longer than {self.limits.memory} characters")

    def parts(self, length: int) -> None:
        """Raise ExhaustedError if a list about to be created has too many items."""
        if length > self.limits.nodes:
            raise ExhaustedError(f"a value is larger than {self.limits.nodes} parts")

    def work(self, amount: int) -> None:
        """Raise ExhaustedError if an operation would compare too many characters."""
        if amount > self.limits.compared:
            raise ExhaustedError("a function has to compare too many characters")


class MeteredIterator:
    """An iterator whose items count as steps; iterating it again restarts the inner one."""

    __slots__ = ("_budget", "_inner")

    def __init__(self, inner: Iterator[Any], budget: Budget) -> None:
        self._inner = inner
        self._budget = budget

    def __repr__(self) -> str:
        return "<lazy sequence>"

    def __iter__(self) -> MeteredIterator:
        return MeteredIterator(iter(self._inner), self._budget)

    def __next__(self) -> Any:
        self._budget.spend(1)
        item = next(self._inner)
        if type(item) is str:
            # Long texts cost more than one step.
            self._budget.spend(len(item) >> 8)
        return item
