"""Two versions of a package compared: what changed for its users, and which version that needs."""
