"""Packages packed as zips for upload: the same files make the same bytes on every machine."""
