"""What a package fetches and runs, as a bill of materials (SBOM)."""
