"""The classes of the language itself that the engine writes in Python: objects, exceptions, stack traces."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError, StackFrame, stack_lines
from muranopl.execution.native_frames import NativeFrame
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


@simulates("io.murano.Object")
class ObjectAttributes:
    """Attributes of objects."""

    def __init__(self, call: NativeCall) -> None:
        """It has no state: the session keeps attributes."""

    @staticmethod
    @native("setAttr")
    def set_attr(call: NativeCall, name: str, value: Any, owner: Any = None) -> None:
        """Keep a value under a name, for the class of the calling method or `owner`."""
        kept = value.id if isinstance(value, MuranoObject) else value
        call.session.attributes.set(_key(call, name, owner), kept)

    @staticmethod
    @native("getAttr")
    def get_attr(call: NativeCall, name: str, default: Any = None, owner: Any = None) -> Any:
        """Return what is kept, or the default."""
        found = call.session.attributes.get(_key(call, name, owner))
        return default if found is None else found


def _key(call: NativeCall, name: str, owner: Any) -> tuple[str, str, str]:
    if isinstance(owner, str) and call.caller is not None:
        owner = call.session.type_named(owner, call.caller)
    type_ = owner if isinstance(owner, MuranoType) else call.caller
    this = call.this
    assert isinstance(this, MuranoObject)  # noqa: S101 - methods of objects
    return this.id, this.type.name if type_ is None else type_.name, name


@simulates("io.murano.Exception")
class ExceptionText:
    """What Catch binds."""

    def __init__(self, call: NativeCall) -> None:
        """The properties have all there is."""

    @staticmethod
    @native("toString")
    def to_string(call: NativeCall) -> str:
        """Return name, message and stack."""
        this = call.this
        error = this.properties.get("nativeException") if isinstance(this, MuranoObject) else None
        return error.formatted() if isinstance(error, MuranoError) else ""


@simulates("io.murano.StackTrace")
class StackTrace:
    """The stack where it is made."""

    def __init__(self, call: NativeCall, includeNativeFrames: bool = True) -> None:  # noqa: N803, ARG002 - its name there; none are running
        self.stack: tuple[StackFrame | NativeFrame, ...] = call.session.stack()
        if isinstance(call.this, MuranoObject):
            self.show(call.this)

    def show(self, this: MuranoObject) -> None:
        """Give the object its frames."""
        this.set("frames", [_described(each) for each in self.stack])

    @native("toString")
    def to_string(self, _call: NativeCall, prefix: str = "") -> str:
        """Return the frames as text."""
        return "\n".join(stack_lines(self.stack, prefix or ""))


def _described(frame: StackFrame | NativeFrame) -> dict[str, Any]:
    if isinstance(frame, NativeFrame):
        location = [frame.path, frame.line, -1]
        described = {"instruction": frame.instruction, "location": location}
        return {**described, "methodName": frame.function, "typeName": None}
    place = frame.place
    return {
        "instruction": frame.instruction,
        "location": [place.file.address, place.line, place.column],
        "methodName": frame.method,
        "typeName": frame.type_name,
    }


@simulates("io.murano.system.GC")
class GarbageCollector:
    """The end of objects."""

    def __init__(self, call: NativeCall) -> None:
        """It has no state: the session knows."""

    @staticmethod
    @native("collect")
    def collect(call: NativeCall) -> None:
        """Destroy what nothing reaches."""
        call.session.collect()

    @staticmethod
    @native("isDoomed")
    def is_doomed(call: NativeCall, object: MuranoObject) -> bool:  # noqa: A002 - its name there
        """Return whether an object is destroyed, or about to be."""
        return call.session.garbage.is_doomed(object)

    @staticmethod
    @native("isDestroyed")
    def is_destroyed(_call: NativeCall, object: MuranoObject) -> bool:  # noqa: A002 - its name there
        """Return whether an object is destroyed."""
        return object.destroyed

    @staticmethod
    @native("subscribeDestruction")
    def subscribe(
        call: NativeCall, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None = None
    ) -> None:
        """Have a subscriber know of the end of a publisher."""
        call.session.garbage.subscriptions.add(publisher, subscriber, handler)

    @staticmethod
    @native("unsubscribeDestruction")
    def unsubscribe(
        call: NativeCall, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None = None
    ) -> None:
        """Take that back."""
        call.session.garbage.subscriptions.remove(publisher, subscriber, handler)


CORE = (ObjectAttributes, ExceptionText, StackTrace, GarbageCollector)
