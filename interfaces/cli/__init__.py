"""The command line: a file per command; nothing here knows how packages are checked."""
