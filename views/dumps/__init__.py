"""Dumps: all that a phase decided, as plain data, each fact with its place."""
