"""The queue for workers, in which clients take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from muranopl.interfaces.server.work.refusals import BusyError
from muranopl.interfaces.server.work.worker import Worker

Turn = asyncio.Future[Worker]

_REMEMBERED = 1_000
"""Maximum number of clients whose last turn is remembered."""


class Turns:
    """Calls that wait for a worker.

    The next one is of the client whose last turn is the longest ago, so that no client waits for all
    calls of another one.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Turn]] = {}
        self._served: OrderedDict[str, None] = OrderedDict()
        """Clients in the order of their last turns."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, client: str) -> Turn:
        """Return a new turn of a client, the last of its own."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        return turn

    def served(self, client: str) -> None:
        """Remember that a client had a turn just now."""
        self._served[client] = None
        self._served.move_to_end(client)
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)

    def next(self) -> Turn | None:
        """Remove and return the next turn, None if no call waits."""
        # Those that had none come first, in the order in which they came
        new = [client for client in self._waiting if client not in self._served]
        for client in new or self._served:
            if client in self._waiting:
                turn = self._waiting[client][0]
                self.remove(turn)
                self.served(client)
                return turn
        return None

    def remove(self, turn: Turn) -> bool:
        """Remove a turn; return whether it was waiting."""
        for client, turns in self._waiting.items():
            if turn in turns:
                turns.remove(turn)
                if not turns:
                    del self._waiting[client]
                return True
        return False

    def displace(self, client: str) -> bool:
        """Refuse the last call of the client that has most, if it has two more than `client`.

        Return whether there is room for another call now.
        """
        most = max(self._waiting.values(), key=len, default=deque[Turn]())
        if len(most) < len(self._waiting.get(client, ())) + 2:
            return False
        most.pop().set_exception(BusyError())
        return True
