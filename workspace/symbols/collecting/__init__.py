"""The occurrences in each kind of file: what the phases resolved, by place."""
