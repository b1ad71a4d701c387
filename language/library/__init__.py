"""The embedded core library.

It has the packages `io.murano` and `io.murano.applications` as interfaces. They are ordinary
packages, read by the same phases as a user's. The engine implements their classes: `Body: []` only
says that a method has a body, and is not read. The facts (names, contracts, defaults, usages) are
those the reference engine loads.
"""

from __future__ import annotations

import os

ENGINE_CLASSES = frozenset({"io.murano.system.GC"})
"""Classes the engine writes in Python without any YAML; it registers them in any core library."""

PYTHON_CLASSES = ENGINE_CLASSES.union(
    (
        "io.murano.Exception",
        "io.murano.Object",
        "io.murano.Project",
        "io.murano.StackTrace",
        "io.murano.User",
    ),
    ("io.murano.system.Agent", "io.murano.system.AgentListener", "io.murano.system.HeatStack"),
    (
        "io.murano.system.InstanceNotifier",
        "io.murano.system.Logger",
        "io.murano.system.MetadefBrowser",
    ),
    (
        "io.murano.system.MistralClient",
        "io.murano.system.NetworkExplorer",
        "io.murano.system.Resources",
    ),
    ("io.murano.system.StatusReporter", "io.murano.test.TestFixture"),
)
"""Classes to which the engine adds methods in Python, in any core library."""

NAME = "(core library)"
"""The name in diagnostics of the folder, which depends on the installation."""


BODIES = "bodies.yaml"
"""The file with the bodies of constructors, and of methods that these call."""


def path() -> str:
    """Return the folder of the two packages, in a checkout as in an installed wheel.

    Not through `importlib.resources`: it takes several milliseconds to import, and the package is
    never run from a zip.
    """
    return os.path.dirname(os.path.abspath(__file__))
