"""Comments that suppress diagnostics: where they stand, what they cover, and how they are written."""
