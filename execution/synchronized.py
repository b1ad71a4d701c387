"""Locks of methods: only one branch at a time is in a method of an object, or of a class.

Reference: running, Concurrency. The meta object `io.murano.metadata.engine.Synchronize` of a method
removes the lock, or adds values of arguments to what is locked.
"""

from __future__ import annotations

from typing import NamedTuple

from muranopl.semantics.evaluation.objects import MuranoObject

META = "io.murano.metadata.engine.Synchronize"


class Synchronized(NamedTuple):
    """The key of a lock of a method: the receiver, and the values of some arguments."""

    on_this: bool
    arguments: tuple[str, ...] = ()


ALWAYS = Synchronized(on_this=True)
"""The lock of methods without the meta object."""


def synchronized(metas: tuple[MuranoObject, ...]) -> Synchronized:
    """Return the lock of a method with some meta objects."""
    for meta in metas:
        if meta.type.name == META:
            return Synchronized(bool(meta.get("onThis")), tuple(meta.get("onArgs") or ()))
    return ALWAYS
