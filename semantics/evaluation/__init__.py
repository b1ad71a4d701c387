"""Evaluation of expressions: runtime objects, yaql contexts with Murano's functions, and bounds."""
