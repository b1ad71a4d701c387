"""How much an expression may do: packages come from strangers, and YAQL can ask for any amount of work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from muranopl.diagnostics import bounds
from muranopl.diagnostics.bounds import FREE_SECONDS, FREE_STEPS
from muranopl.semantics.evaluation.errors import ExhaustedError


class Limits(NamedTuple):
    """The limits of one evaluation.

    `items` and `memory` are the engine's own: how many items a function takes from a collection, and the bytes that one
    value may take (without what is inside it). The engine has none of the others: `steps` counts calls of functions,
    items taken from lazy sequences, and copies of large values; `nodes` is the size of a value with all that is inside
    it (a text counts 1 more per 64 characters); `bits` is the length of a whole number (Python itself writes none of
    more than 4300 digits, which is 14284 bits); `compared` are the characters that one function compares; `seconds` is
    the time of all regular expressions together, the only limit that depends on the machine; `pattern` is the length of
    a regular expression in characters.

    All evaluations of one model together have `total_steps` and `total_seconds`, of which the first FREE_STEPS steps of
    each and the first FREE_SECONDS of each regular expression are not taken: plain expressions never use them up.
    """

    steps: int = bounds.EVALUATION_STEPS.most
    items: int = bounds.EVALUATION_ITEMS.most
    memory: int = bounds.EVALUATION_MEMORY.most
    nodes: int = bounds.EVALUATION_PARTS.most
    bits: int = bounds.EVALUATION_BITS.most
    compared: int = bounds.EVALUATION_COMPARED.most
    seconds: float = bounds.PATTERN_SECONDS.most
    pattern: int = bounds.PATTERN_LENGTH.most
    total_steps: int = bounds.TOTAL_STEPS.most
    total_seconds: float = bounds.TOTAL_PATTERN_SECONDS.most


LIMITS = Limits()
_PORTION = 10_000


class SharedBudget:
    """What is left of the limits for all evaluations of one model together."""

    __slots__ = ("limits", "seconds", "steps")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = limits.total_steps
        self.seconds = limits.total_seconds


class Budget:
    """What is left of the limits for one evaluation, with the shared budget behind it."""

    __slots__ = ("_seconds", "_shared", "_taken", "limits", "steps")

    def __init__(self, shared: SharedBudget) -> None:
        self.limits = shared.limits
        self.steps = min(FREE_STEPS, self.limits.steps)
        self._shared = shared
        self._taken = self.steps
        self._seconds = self.limits.seconds

    def spend(self, steps: int) -> None:
        """Count steps; raise ExhaustedError, from then on always."""
        self.steps -= steps
        while self.steps < 0:
            self._take()

    def _take(self) -> None:
        """Take a portion of steps from the shared budget."""
        portion = min(_PORTION, self.limits.steps - self._taken, self._shared.steps)
        if portion <= 0:
            whole = self._taken >= self.limits.steps
            message = (
                f"the expression takes more than {self.limits.steps} steps"
                if whole
                else f"the expressions of the model take more than {self.limits.total_steps} steps together"
            )
            raise ExhaustedError(message)
        self.steps += portion
        self._taken += portion
        self._shared.steps -= portion

    def matching(self, match: Any, *arguments: Any, **options: Any) -> Any:
        """Call a function of the `regex` module with the time that is left; raise ExhaustedError."""
        if self._seconds <= 0:
            raise self._out_of_time()
        started = time.perf_counter()
        allowed = min(self._seconds, FREE_SECONDS + max(0.0, self._shared.seconds))
        try:
            return match(*arguments, **options, timeout=allowed)
        except TimeoutError:
            raise self._out_of_time() from None
        finally:
            # `regex` counts time of the processor: on a busy machine more may have passed than was allowed.
            taken = min(time.perf_counter() - started, allowed)
            self._seconds -= taken
            self._shared.seconds -= max(0.0, taken - FREE_SECONDS)

    def _out_of_time(self) -> ExhaustedError:
        if self._shared.seconds <= 0:
            together = f"{self.limits.total_seconds:g} s together"
            return ExhaustedError(f"the regular expressions of the model take longer than {together}")
        return ExhaustedError(f"its regular expressions take longer than {self.limits.seconds:g} s")

    def integer(self, bits: int) -> None:
        """Check the length in bits that a whole number will have, before it is computed; raise ExhaustedError."""
        if bits > self.limits.bits:
            raise ExhaustedError(f"a number gets longer than {self.limits.bits} bits")

    def text(self, length: int) -> None:
        """Check the length in characters that a text will have, before it is made; raise ExhaustedError."""
        if length > self.limits.memory:
            raise ExhaustedError(f"a text gets longer than {self.limits.memory} characters")

    def parts(self, length: int) -> None:
        """Check the length that a list will have, before it is made; raise ExhaustedError."""
        if length > self.limits.nodes:
            raise ExhaustedError(f"a value gets larger than {self.limits.nodes} parts")

    def work(self, amount: int) -> None:
        """Check what one operation inside a function takes, in comparisons of characters; raise ExhaustedError."""
        if amount > self.limits.compared:
            raise ExhaustedError("a function has to compare too much text")


class MeteredIterator:
    """An iterator whose items count as steps; iterating it again iterates the inner one again."""

    __slots__ = ("_budget", "_inner")

    def __init__(self, inner: Iterator[Any], budget: Budget) -> None:
        self._inner = inner
        self._budget = budget

    def __iter__(self) -> MeteredIterator:
        return MeteredIterator(iter(self._inner), self._budget)

    def __next__(self) -> Any:
        self._budget.spend(1)
        item = next(self._inner)
        if type(item) is str:
            self._budget.spend(len(item) >> 8)
        return item
