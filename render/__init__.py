"""Phase 5, render: types applied to values: defaults, object models; and method bodies checked."""
