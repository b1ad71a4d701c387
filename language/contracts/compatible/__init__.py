"""Whether an overriding contract is compatible with the overridden one.

`conflict` compares two trees.
"""
