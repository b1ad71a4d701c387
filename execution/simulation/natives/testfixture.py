"""io.murano.test.TestFixture: assertions, and the loading of models (reference test-runner.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.exceptions import MISMATCH, AssertionFailedError
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject

_LONG = 70
"""Longer values, together, are shown below each other."""


@simulates("io.murano.test.TestFixture")
class TestFixture:
    """The methods for tests."""

    # pytest would collect a class of this name as tests
    __test__ = False

    def __init__(self, call: NativeCall) -> None:
        self._cloud: SimulatedCloud = call.session.cloud

    @native("load")
    def load(self, call: NativeCall, model: Any) -> MuranoObject | None:
        """Load a model as a deployment does, and return its root."""
        if not isinstance(model, Mapping):
            raise MuranoError("TypeError", "a model must be a mapping with the key Objects")
        return call.session.load(model, unedited=True)

    @native("assertEqual")
    def assert_equal(self, expected: Any, observed: Any, message: Any = None) -> None:
        """Raise unless two values are equal."""
        if expected != observed:
            one, other = repr(expected), repr(observed)
            short = len(one) + len(other) <= _LONG
            if short:
                shown = f"{one} != {other}"
            else:
                shown = f"!=:\nreference = {one}\nactual    = {other}\n"
            _fail(shown, message, {"expected": expected, "actual": observed})

    @native("assertTrue")
    def assert_true(self, expr: Any, message: Any = None) -> None:
        """Raise unless a value counts as true."""
        if not expr:
            _refuse(f"{expr!r} is not true", message, {"actual": expr})

    @native("assertFalse")
    def assert_false(self, expr: Any, message: Any = None) -> None:
        """Raise unless a value counts as false."""
        if expr:
            _refuse(f"{expr!r} is not false", message, {"actual": expr})

    @native("assertIn")
    def assert_in(self, needle: Any, haystack: Any, message: Any = None) -> None:
        """Raise unless a collection or a text contains a value."""
        if not _contains(haystack, needle):
            _fail(f"{needle!r} not in {haystack!r}", message, {"sought": needle, "in": haystack})

    @native("assertNotIn")
    def assert_not_in(self, needle: Any, haystack: Any, message: Any = None) -> None:
        """Raise if a collection or a text contains a value."""
        if _contains(haystack, needle):
            _fail(
                f"{haystack!r} matches Contains({needle!r})",
                message,
                {"found": needle, "in": haystack},
            )

    @native("startEnv")
    def start_env(self) -> None:
        """Do nothing, as nothing waits for the start."""

    @native("finishEnv")
    def finish_env(self) -> None:
        """Run the actions left for the end of a run."""
        self._cloud.finish()


def _contains(haystack: Any, needle: Any) -> bool:
    try:
        return needle in haystack
    except TypeError:
        return False


def _fail(text: str, message: Any, facts: Mapping[str, Any]) -> None:
    raise AssertionFailedError(MISMATCH, text if message is None else f"{text}: {message}", facts)


def _refuse(text: str, message: Any, facts: Mapping[str, Any]) -> None:
    # In the engine only these assertions have a blank before the colon
    raise AssertionFailedError(
        "AssertionError", text if message is None else f"{text} : {message}", facts
    )
