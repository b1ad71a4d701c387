"""What others see of a package, as a record."""

from __future__ import annotations

import msgspec

from muranopl.semantics.inference.class_facts import Calls


class Export(msgspec.Struct, frozen=True, array_like=True):
    """What others see of a package: its hash, the facts of it (see `PackageFacts`) as records, its `foreign_names`.

    The hash is empty where nothing is recorded. A record of `called` takes a tenth of what `calls`
    do (1.4, not 14 KB).
    """

    key: bytes
    called: msgspec.Raw = msgspec.Raw(b"\x80")
    classes: msgspec.Raw = msgspec.Raw(b"\x90")
    names: frozenset[str] = frozenset()

    @property
    def calls(self) -> Calls:
        """What the code of its methods calls."""
        return _CALLS.decode(self.called)

    def alone(self) -> Export:
        """Return the same without the message that it was read from, which its records keep in memory."""
        return Export(self.key, self.called.copy(), self.classes.copy(), self.names)


_CALLS = msgspec.msgpack.Decoder(dict[str, frozenset[str]])
