"""Processes that share the work of a check: how they are started, and the tasks that they run."""
