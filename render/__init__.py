"""Phase 5, render: types applied to values. Now: every `Default` against its contract, the structure of bodies."""
