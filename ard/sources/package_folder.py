"""Names the file that makes a folder a package: `manifest.yaml`, and the template of Heat packages."""

from __future__ import annotations

# The name of the manifest, which is at the top of a package.
MANIFEST = "manifest.yaml"
TEMPLATE = "template.yaml"
"""What a Heat package has in place of classes and a form."""
