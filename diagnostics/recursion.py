"""Recursion whose depth Python does not bound: it runs on an explicit stack.

`result_of` is for functions that call themselves. Such a function is a generator: it yields each call of itself, or of
another such function, and is sent what that returns; an exception of the call is raised where it was yielded. A
function that needs no call may return its result at once, instead of a generator.

`flattened` is for texts and streams that are put together from the parts of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from types import GeneratorType
from typing import Any, TypeVar, overload

T = TypeVar("T")
Recursive = Generator[Any, Any, T]
"""A call that has begun, whose result is a T."""


@overload
def result_of(call: Recursive[T]) -> T: ...
@overload
def result_of(call: T | Recursive[T]) -> T: ...
def result_of(call: Any) -> Any:
    """Return what a call returns, and raise what it raises."""
    stack: list[Recursive[Any]] = []
    value: Any = call
    while True:
        if value.__class__ is GeneratorType:
            stack.append(value)
            value = None  # starts a generator
        elif not stack:
            return value
        try:
            value = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
        except Exception as error:
            stack.pop()
            value = _raised(error, stack)


def results_of(calls: Iterable[Any]) -> Recursive[list[Any]]:
    """Make some calls, one after the other, and return their results."""
    results: list[Any] = []
    for call in calls:
        results.append((yield call) if call.__class__ is GeneratorType else call)  # noqa: PERF401 - yields
    return results


def _raised(error: Exception, stack: list[Recursive[Any]]) -> Any:
    """Raise an exception in the calls around the one that raised it; return what the first that goes on gives."""
    while stack:
        try:
            return stack[-1].throw(error)
        except StopIteration as stop:
            stack.pop()
            return stop.value
        except Exception as raised:
            stack.pop()
            error = raised
    try:
        raise error
    finally:
        del error  # it holds this frame, which would hold it


def flattened(value: Any, parts: Callable[[Any, int], Iterator[Any] | None]) -> Iterator[Any]:
    """Yield the parts of a value in their place, in the place of each part its own parts, and so on.

    `parts` returns those of a value, which is so many levels deep; None where it has none and is yielded itself.
    """
    stack = [iter((value,))]
    while stack:
        for part in stack[-1]:
            inside = parts(part, len(stack) - 1)
            if inside is not None:
                stack.append(inside)
                break
            yield part
        else:
            stack.pop()
