"""What every operation of the service has in common: declaration, decoding, errors, safety, OpenAPI."""
