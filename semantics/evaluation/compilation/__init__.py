"""Expressions as functions of their variables; `compiler` is the way in."""
