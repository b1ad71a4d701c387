"""HTTP for all operations: declaration, decoding, errors, security, OpenAPI."""
