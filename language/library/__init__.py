"""The embedded core library: the packages `io.murano` and `io.murano.applications`, written here as interfaces.

They are ordinary packages, read by the same phases as a user's; what their classes do lives in the engine: `Body: []`
says no more than that a method has a body there, and is not read. The facts (names, contracts, defaults, usages) are
those the reference engine loads.
"""

from __future__ import annotations

import os

ENGINE_CLASSES = frozenset({"io.murano.system.GC"})
"""Classes the engine writes in Python without any YAML; it registers them into whatever core library is installed."""


NAME = "(core library)"
"""What diagnostics show in place of the folder, which is wherever muranopl was installed."""


def path() -> str:
    """Return the folder that holds the two packages, in a checkout as in an installed wheel.

    Not through `importlib.resources`: it takes several milliseconds to import, and the package is never run from a zip.
    """
    return os.path.dirname(os.path.abspath(__file__))
