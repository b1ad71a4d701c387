"""Reads the cloud file, in which the user defines the answers of a cloud."""
