"""Phase 2, namespace: prefixes → full names; every class name is looked up."""
