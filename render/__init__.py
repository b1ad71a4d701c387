"""Phase 5, render: apply types to values (defaults, object models), and check method bodies."""
