"""Texts and streams that are put together from the parts of parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


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
