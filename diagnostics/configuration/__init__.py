"""Configuration files: where they are looked for, how they are read, and the settings they give."""
