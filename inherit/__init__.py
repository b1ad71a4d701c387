"""Phase 4, inherit: a task graph that makes every type complete, so that its parents are no longer needed."""
