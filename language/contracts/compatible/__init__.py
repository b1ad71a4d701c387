"""Compares an overriding contract with the overridden one.

`conflict` compares two trees, `comparison` has the results.
"""
