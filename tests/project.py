"""Where the project is, and what of it many tests look at."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared"
"""Facts about the reference engine, which are not part of the project and not everywhere."""
