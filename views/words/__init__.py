"""Contracts and comments in words."""
