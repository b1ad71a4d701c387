"""Lambdas of other languages, `x -> $x + 1`: YAQL has none, and code takes its argument as `$`."""

from __future__ import annotations

import re


def as_code(name: str, value: str) -> str:
    """Return what to write in place of a lambda with a parameter `name` and this code."""
    code = re.sub(rf"\$?\b{re.escape(name)}\b", "$", value)
    return f"YAQL has no lambda: write `{code}`, where `$` is the argument"
