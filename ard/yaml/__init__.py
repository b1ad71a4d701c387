"""YAML to nodes with places.

`loader` is the entry point, `composer` builds the nodes from PyYAML's events.
"""
