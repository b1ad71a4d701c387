"""File names as text: names may come from untrusted packages, and file systems accept any bytes."""

from __future__ import annotations

from muranopl.diagnostics.visible import visible


def as_text(name: str) -> str:
    r"""Return a name from the file system as text that can be encoded.

    Bytes that are not UTF-8 become `\xff`.
    """
    if name.isascii():
        return name
    return name.encode(
        "utf-8", "surrogateescape" if _escaped(name) else "backslashreplace"
    ).decode("utf-8", "backslashreplace")


def shown(name: str) -> str:
    r"""Return a name for use in a message.

    Letters of all scripts stay, control characters become `\x1b`.
    """
    return visible(as_text(name))


def _escaped(name: str) -> bool:
    """Return whether all surrogates stand for bytes, as the os module decodes them."""
    return all(
        "\udc80" <= letter <= "\udcff"
        for letter in name
        if "\ud800" <= letter <= "\udfff"
    )
