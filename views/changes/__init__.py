"""Comparison of two versions of a package: the changes for its users, and the version that they need."""
