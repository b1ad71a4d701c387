"""Names of files: those that make a folder a package, and any name as text that can be printed."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.visible import visible

_UNSAFE = lazy_pattern(r"[^\w.@+-]")


def as_text(name: str) -> str:
    r"""Return a name from the file system as text that can be encoded.

    Bytes that are not UTF-8 become `\xff`.
    """
    if name.isascii():
        return name
    return name.encode("utf-8", "surrogateescape" if _escaped(name) else "backslashreplace").decode(
        "utf-8", "backslashreplace"
    )


def shown(name: str) -> str:
    r"""Return a name for use in a message.

    Letters of all scripts stay, control characters become `\x1b`.
    """
    return visible(as_text(name))


def distinct_names(forms: Sequence[Sequence[str]]) -> list[str]:
    """Return a file name for each sequence of forms: the first form that no other one has.

    If there is none it is the last form, with a number unless it is the first of its name. Names
    that differ only in case are one file to some file systems. No name leads out of its folder.
    """
    safe = [[_UNSAFE.sub("_", form) for form in names] for names in forms]
    counts = Counter(form for names in safe for form in {name.casefold() for name in names})
    result: dict[str, str] = {}
    for names in safe:
        free = (name for name in names if counts[name.casefold()] == 1)
        name = next(free, names[-1])
        numbers = itertools.count(2)
        while name.casefold() in result:
            name = f"{names[-1]}-{next(numbers)}"
        result[name.casefold()] = name
    return list(result.values())


def _escaped(name: str) -> bool:
    """Return whether all surrogates stand for bytes, as the os module decodes them."""
    return all("\udc80" <= letter <= "\udcff" for letter in name if "\ud800" <= letter <= "\udfff")


# The name of the manifest, which is at the top of a package.
MANIFEST = "manifest.yaml"
TEMPLATE = "template.yaml"
"""What a Heat package has in place of classes and a form."""
PACKAGE_FOLDERS = ("Classes", "UI", "Resources")
"""The folders of a package that the engine reads."""
