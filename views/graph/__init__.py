"""Graphs of classes, packages and models, and resolved classes, as data."""
