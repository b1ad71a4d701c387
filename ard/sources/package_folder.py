"""What makes a folder a package."""

from __future__ import annotations

MANIFEST = "manifest.yaml"
"""The file that a package has at its top; exactly this name."""
