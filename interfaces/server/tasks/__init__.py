"""What worker processes compute: plain functions of a loaded catalog and arguments, which know nothing of HTTP."""
