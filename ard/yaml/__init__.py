"""YAML to nodes with places: `loader` is the way in, `composer` builds the nodes from PyYAML's events."""
