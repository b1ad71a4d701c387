"""Processes that share the work of a check: how they are started, and what they are handed."""
