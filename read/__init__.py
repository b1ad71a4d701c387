"""Phase 1, read: files → ARD → units (manifest, classes, UI), following what packages require."""
