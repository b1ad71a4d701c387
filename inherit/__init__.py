"""Phase 4, inherit: a task graph that makes every type complete."""
