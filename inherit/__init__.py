"""Phase 4, inherit: a task graph that makes every type complete, so that nobody need look at its parents again."""
