"""The user interfaces: `cli/`, the command line, and `server/`, the web service."""
