"""Defines the operations of the service, one module per group.

`edited` has none: `editor` and `editor_changes` share it.
"""
