"""Catalogs of any size: those of the benchmark, which is not a package to import from."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

from tests.project import ROOT

write_catalog: Callable[..., Any] = runpy.run_path(str(ROOT / "tools" / "bench" / "catalog.py"))[
    "write_catalog"
]
"""(folder, packages, classes of each, seed): the same arguments give the same files."""
