"""The ways in: `cli/`, the command line."""
