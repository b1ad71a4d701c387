"""ARD, agnostic raw data: where packages come from, and YAML → values that carry their place."""
