"""Phase 3, hierarchy: one loop-free graph of types."""
