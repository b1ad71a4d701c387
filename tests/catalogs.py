"""Catalogs of any size: those of the benchmark, which is no package to import from."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

write_catalog: Callable[..., Any] = runpy.run_path(
    str(Path(__file__).parents[1] / "bench" / "catalog.py")
)["write_catalog"]
"""(folder, packages, classes of each, seed): the same arguments give the same files."""
