"""Expressions compiled to Python functions of their variables; `compiler` is the entry point."""
