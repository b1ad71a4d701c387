"""Diagnostics: places, the catalogue of codes, and the output formats."""
