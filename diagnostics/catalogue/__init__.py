"""The catalogue: every diagnostic code, a file per family. Loaded whole only by those who list or explain codes."""

from __future__ import annotations

import functools
import importlib

from muranopl.diagnostics.rules import Rule

FAMILIES = (
    "sources",
    "yaml",
    "shapes",
    "manifest",
    "classes",
    "contracts",
    "expressions",
    "namespace",
    "hierarchy",
    "inherit",
    "render",
)
"""The modules of this folder."""


@functools.cache
def rules() -> dict[str, Rule]:
    """Return all rules by code, in the order of codes; two rules of one code or name are a bug (AssertionError)."""
    modules = (importlib.import_module(f"{__name__}.{family}") for family in FAMILIES)
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Rule)]
    by_code = {rule.code: rule for rule in sorted(found, key=lambda rule: rule.code)}
    assert len(by_code) == len({rule.name for rule in found}) == len(found), "a code or name was given twice"  # noqa: S101
    return by_code
