"""Phase 2, namespace: prefixes → full names; every class name looked up; missing names and requirements reported."""
