"""The catalogue of all diagnostic codes: a module per family with its `Rule` constants."""

from __future__ import annotations

import importlib

from muranopl.diagnostics.rules import LOADED, Rule

FAMILIES = (
    "sources",
    "yaml",
    "manifest",
    "classes",
    "forms",
    "namespace",
    "inherit",
    "objects",
    "answers",
    "simulation",
    "execution",
    "bodies",
    "calls",
    "suppressions",
    "heat",
    "changes",
    "extensions",
)


def rules() -> dict[str, Rule]:
    """Return every rule by its code, sorted; rules of one's own that are loaded come last.

    Raise ValueError if two rules share a code or a name.
    """
    result: dict[str, Rule] = {}
    names: dict[str, Rule] = {}
    for family in FAMILIES:
        # Imported here, as loading all families is slow, and most runs need few of them
        for value in vars(importlib.import_module(f"{__name__}.{family}")).values():
            if isinstance(value, Rule):
                for key, taken in ((value.code, result), (value.name, names)):
                    if taken.setdefault(key, value) is not value:
                        raise ValueError(f"two rules are called {key}")
    return dict(sorted(result.items())) | LOADED
