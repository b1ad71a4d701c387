"""What may be written at a place of a file, half-typed ones too."""
