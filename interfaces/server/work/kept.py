"""Answers that are remembered, as long as the state of the catalog lasts of which they are."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from muranopl.interfaces.server.work.messages import Task, TaskAnswer

Key = tuple[Task, tuple[Any, ...]]

_OVERHEAD = 512
"""Bytes that an answer takes beside its body and what was asked, about."""


class KeptAnswers:
    """The answers asked for last, of at most so many bytes together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Key, TaskAnswer] = OrderedDict()
        self.size = 0

    def get(self, key: Key) -> TaskAnswer | None:
        """Return an answer, None if it is not known."""
        result = self._answers.get(key)
        if result is not None:
            self._answers.move_to_end(key)
        return result

    def add(self, key: Key, answer: TaskAnswer) -> None:
        """Remember an answer, and forget older ones for it; one that takes much of the room by itself is not kept."""
        size = _size(key, answer)
        if size > self._most // 4 or key in self._answers:
            return
        self._answers[key] = answer
        self.size += size
        while self.size > self._most:
            self.size -= _size(*self._answers.popitem(last=False))


def _size(key: Key, answer: TaskAnswer) -> int:
    _, arguments = key
    return len(repr(arguments)) + len(answer.body) + _OVERHEAD
