"""Bills of materials (SBOM): the things that packages fetch and run."""
