"""Branches of running methods, which take turns: the items of `Parallel`, `pselect` and `psuper`.

A branch runs until it waits: for time to pass, for a cloud, for a method that another branch is in,
or for its own branches. Then the next one that can go on does, in the order in which they began to
wait, or as a seed chooses. Time passes when all branches sleep. Branches that can never go on are a
deadlock. (Reference: running, Concurrency.)

Each branch has a thread, for a stack of its own. Only one thread runs at any time, which passes its
turn to the thread of the next branch, so that nothing else has to be protected from others.

Only one branch at a time is in a method of an object, or of a class. The meta object
`io.murano.metadata.engine.Synchronize` of a method removes this lock, or adds values of arguments
to what is locked.
"""

from __future__ import annotations

import collections
import functools
import itertools
import random
import threading
from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec

from muranopl.semantics.evaluation.errors import ExhaustedError

T = TypeVar("T")

_STACK = 4 * 2**20
"""Bytes of the stack of a thread, which must suffice for the deepest calls."""


def _never() -> bool:
    return False


class _AbandonedError(BaseException):
    """Ends a branch whose result is no longer needed."""


class _Siblings(msgspec.Struct, eq=False):
    """Branches that one branch waits for: how many are unfinished, and those yet to begin."""

    unfinished: int = 0
    further: collections.deque[_Branch] = msgspec.field(default_factory=collections.deque)


class _Branch(msgspec.Struct, eq=False):
    """A branch, which runs `work`; `parent` is the one that waits for it and its `siblings`.

    It goes on at the time `due`, unless it is `blocked` (by a method that it `waits_for`); of
    several branches the one with the least `order`. `failure` is raised when it goes on. `resume`
    restores its state.
    """

    work: Callable[[], Any]
    parent: _Branch | None
    siblings: _Siblings
    resume: Callable[[], None]
    blocked: Callable[[], bool] = _never
    waits_for: str | None = None
    due: float = 0.0
    order: int = 0
    result: Any = None
    failure: BaseException | None = None
    thread: threading.Thread | None = None
    turn: threading.Semaphore = msgspec.field(default_factory=lambda: threading.Semaphore(0))
    is_done: bool = False


class Schedule:
    """The branches of one execution; `now` are the seconds since it began.

    With a `seed` the next branch is chosen at random, but the same one in every execution. Each
    branch has its own state of what `suspended` lists: functions that return how to restore it.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.now = 0.0
        self.has_branches = False
        self.suspended: list[Callable[[], Callable[[], None]]] = []
        self._random = None if seed is None else random.Random(seed)  # noqa: S311 - reproducible
        self._current = _Branch(_never, None, _Siblings(), lambda: None)
        self._waiting: list[_Branch] = []
        self._orders = itertools.count()
        self._inside: dict[Hashable, _Branch] = {}

    # Waiting

    def sleep(self, seconds: float = 0.0) -> None:
        """Let other branches go on for some seconds; without others the time passes at once."""
        due = self.now + max(0.0, seconds)
        if self.has_branches:
            self._wait(_never, due)
        else:
            self.now = due

    def enter(self, method: Hashable, name: str) -> bool:
        """Enter a method that only one branch at a time can be in, once no other one is.

        Return whether `leave` must be called: not if the branch is in it already. Raise
        ExhaustedError for a deadlock.
        """
        while (inside := self._inside.get(method)) is not self._current:
            if inside is None:
                self._inside[method] = self._current
                return True
            self._wait(lambda: method in self._inside, self.now, name)
        return False

    def leave(self, method: Hashable) -> None:
        """Leave a method that was entered."""
        del self._inside[method]

    def _wait(self, blocked: Callable[[], bool], due: float, waits_for: str | None = None) -> None:
        branch = self._current
        branch.blocked, branch.waits_for = blocked, waits_for
        self._enqueue(branch, due)
        self._pass_turn(self._next())

    def _enqueue(self, branch: _Branch, due: float) -> None:
        branch.due = due
        branch.order = next(self._orders)
        self._waiting.append(branch)

    # Branches

    def run_all(
        self, function: Callable[[T], Any], items: Iterable[T], limit: int, held: Iterable[Hashable]
    ) -> list[Any]:
        """Return the results of a function for some items, in order; each runs in its own branch.

        At most `limit` branches run at a time, if it is not 0. `held` are the methods that the
        outermost branch is in. The first exception ends all branches, and is raised.
        """
        work = [functools.partial(function, item) for item in items]
        if not work:
            return []
        is_outermost = not self.has_branches
        parent = self._current
        if is_outermost:
            self._inside = dict.fromkeys(held, parent)
        siblings, state = _Siblings(len(work)), self._state()
        children = [_Branch(item, parent, siblings, state) for item in work]
        siblings.further.extend(children)
        for _ in range(min(limit, len(children)) or len(children)):
            self._enqueue(siblings.further.popleft(), self.now)
        self.has_branches = True
        try:
            self._wait(lambda: siblings.unfinished > 0, self.now)
        finally:
            # After an interruption from outside, the thread of a branch may still have its turn.
            if self._current is parent:
                self._abandon(children)
            self.has_branches = not is_outermost
        return [child.result for child in children]

    def _abandon(self, children: list[_Branch]) -> None:
        for child in children:
            if child in self._waiting:
                self._waiting.remove(child)
                if child.thread is not None:
                    child.failure = _AbandonedError()
                    self._pass_turn(child)

    def _run(self, branch: _Branch, parent: _Branch) -> None:
        """Run a branch in its thread, and pass the turn on."""
        branch.turn.acquire()
        following = parent
        try:
            branch.result = branch.work()
        except _AbandonedError:
            pass
        except BaseException as error:
            parent.failure = error
        else:
            branch.siblings.unfinished -= 1
            if branch.siblings.further:
                self._enqueue(branch.siblings.further.popleft(), self.now)
            following = self._next()
        branch.is_done = True
        self._remove(following)
        self._pass_turn(following)

    # Turns

    def _next(self) -> _Branch:
        """Remove the branch that goes on from those that wait; time passes if all of them sleep."""
        free = [branch for branch in self._waiting if not branch.blocked()]
        if not free:
            result = self._deadlocked()
        else:
            # A branch that was blocked may have been due earlier, and time does not go back
            self.now = max(self.now, min(branch.due for branch in free))
            due = (branch for branch in free if branch.due <= self.now)
            ready = sorted(due, key=lambda branch: (branch.due, branch.order))
            result = ready[0] if self._random is None else self._random.choice(ready)
        self._waiting.remove(result)
        return result

    def _deadlocked(self) -> _Branch:
        """Return the last branch that waits for a method, in which the deadlock is raised."""
        stuck = [branch for branch in self._waiting if branch.waits_for is not None]
        names = ", ".join(sorted({str(branch.waits_for) for branch in stuck}))
        stuck[-1].failure = ExhaustedError(
            f"it is a deadlock: branches of Parallel wait for each other to leave {names}"
        )
        return stuck[-1]

    def _state(self) -> Callable[[], None]:
        restores = [suspended() for suspended in self.suspended]

        def resume() -> None:
            for restore in restores:
                restore()

        return resume

    def _pass_turn(self, branch: _Branch) -> None:
        """Let a branch go on, until the current one has its turn again; raise its failure."""
        own = self._current
        if branch.thread is None and branch.parent is not None:
            branch = self._started(branch, branch.parent)
        if branch is not own:
            own.resume, self._current = self._state(), branch
            branch.resume()
            branch.turn.release()
            if own.is_done:
                return
            own.turn.acquire()
        failure, own.failure = own.failure, None
        if failure is not None:
            raise failure

    def _started(self, branch: _Branch, parent: _Branch) -> _Branch:
        """Start the thread of a branch, and return it; return the parent if that fails."""
        branch.thread = threading.Thread(target=self._run, args=(branch, parent), daemon=True)
        usual = threading.stack_size(_STACK)
        try:
            branch.thread.start()
        except RuntimeError as error:
            branch.thread = None
            parent.failure = ExhaustedError(f"it runs too many branches at a time: {error}")
            self._remove(parent)
            return parent
        finally:
            # The size applies to all threads of the process that start later
            threading.stack_size(usual)
        return branch

    def _remove(self, branch: _Branch) -> None:
        if branch in self._waiting:
            self._waiting.remove(branch)


class Synchronized(NamedTuple):
    """The key of a lock of a method: the receiver, and the values of some arguments."""

    on_this: bool
    arguments: tuple[str, ...] = ()


ALWAYS = Synchronized(on_this=True)
"""The lock of methods without the meta object."""
