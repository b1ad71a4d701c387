"""Collects the occurrences in each kind of file, from what the phases resolved."""
