"""The driver: the five phases in order, and dumps of their results."""
