"""Nested calls beyond Python's frames of one thread, continued in further threads.

Only one thread runs at any time: the one that started another waits for it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

_ALL = 8
"""Calls between counts of the frames."""
_MOST = 400
"""Most frames of a thread before a call continues in another.

A call may need many more, whose C frames all have to fit on the stack of one thread.
"""


def is_deep(calls: int) -> bool:
    """Return whether the next call, at a depth of `calls`, should run on a new stack."""
    return calls % _ALL == 0 and calls > 0 and _frames() > _MOST


def _frames() -> int:
    count = 0
    frame: Any = sys._getframe()
    while frame is not None:
        count += 1
        frame = frame.f_back
    return count


def on_new_stack(function: Callable[[], Any]) -> Any:
    """Run a function on a new stack; return its result, or raise its error."""
    result: list[Any] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            result.append(function())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised.pop()
    return result[0]
