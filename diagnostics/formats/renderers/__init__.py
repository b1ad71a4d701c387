"""The output formats, a module each: its name is the name of the format (see `formats`)."""
