"""Renaming a symbol everywhere: which names may be changed, to what, and the edits for it."""
