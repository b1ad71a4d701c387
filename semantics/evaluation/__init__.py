"""Expressions run: objects at run time, yaql contexts with Murano's functions, and the bounds of an evaluation."""
