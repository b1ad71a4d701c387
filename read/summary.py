"""What others want to know of a package: its manifest in short, without nodes or entities.

It is enough to tell which packages are needed and whether any changed, so a second run parses no manifest.
"""

from __future__ import annotations

import msgspec


class ManifestSummary(msgspec.Struct, frozen=True, array_like=True):
    """A manifest in short; the texts are as `Head` and `Manifest` have them.

    `requires` and `classes` are the names under these keys, the latter of usable packages only; `reads` the files that
    phase 1 reads of the package, in that order, which follow from its manifest.
    """

    name: str
    version: str
    format: str
    type: str
    requires: tuple[str, ...]
    classes: tuple[str, ...]
    reads: tuple[str, ...] = ()
