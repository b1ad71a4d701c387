"""Diagnostics: how rules are declared, reported, suppressed and written; bounds, quirks, settings.

All layers use this folder: it also has places in files, `UsageError`, and the order of graphs (`graphs`).
"""
