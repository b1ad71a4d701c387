"""Subscriptions to the destruction of objects.

`GC.subscribeDestruction`, and headers of saved models. Reference: running, Destruction and garbage
collection; measured: conformance/execution.json, gc/*.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from muranopl.execution.members import method_of
from muranopl.render.context import LoadedObject
from muranopl.semantics.evaluation.objects import MuranoObject

HEADER_KEY = "dependencies"
"""The entry of a header with the subscriptions to an object."""


class Subscription(NamedTuple):
    """A subscriber to the destruction of an object, and its method to call, if any."""

    subscriber: MuranoObject
    handler: str | None


class Subscriptions:
    """The subscriptions of one execution, by their publishers."""

    def __init__(self) -> None:
        self._records: dict[MuranoObject, list[Subscription]] = {}

    def add(self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None) -> None:
        """Subscribe to the destruction of a publisher; duplicates are ignored.

        Raise MuranoError.
        """
        record = _checked(subscriber, handler)
        records = self._records.setdefault(publisher, [])
        if record not in records:
            records.append(record)

    def remove(
        self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None
    ) -> None:
        """Cancel a subscription; raise MuranoError."""
        record = _checked(subscriber, handler)
        if record in self.of(publisher):
            self.of(publisher).remove(record)

    def of(self, publisher: MuranoObject) -> list[Subscription]:
        """Return the subscriptions to an object."""
        return self._records.get(publisher, [])

    def forget(self, publisher: MuranoObject) -> None:
        """Remove the subscriptions to an object that is destroyed."""
        self._records.pop(publisher, None)

    def restore(self, loaded: LoadedObject, get: Callable[[object], MuranoObject | None]) -> None:
        """Add the subscriptions in the header of a loaded object; raise MuranoError.

        `get` returns the object of an id. A missing subscriber is left out. The engine also leaves
        out subscribers that follow the publisher in the model, which results from the order in
        which it creates objects.
        """
        dependencies = loaded.definition.header.get(HEADER_KEY) or {}
        for record in dependencies.get("onDestruction", ()):
            subscriber = get(record["subscriber"])
            if subscriber is not None:
                self.add(loaded.object, subscriber, record.get("handler"))

    def note(self, publisher: MuranoObject, saved: Container[MuranoObject]) -> None:
        """Store the subscriptions to an object in its header; `saved` are saved objects."""
        # The header of the loaded model may be outdated.
        publisher.attributes.pop(HEADER_KEY, None)
        noted = [
            {"subscriber": subscriber.id, "handler": handler}
            for subscriber, handler in self.of(publisher)
            if subscriber in saved
        ]
        if noted:
            publisher.attributes[HEADER_KEY] = {"onDestruction": noted}


def _checked(subscriber: MuranoObject, handler: str | None) -> Subscription:
    """Return a subscription; raise MuranoError if the handler is unknown.

    The engine refuses it here, not when the publisher is destroyed.
    """
    if handler:
        method_of(subscriber, handler)
    return Subscription(subscriber, handler)
