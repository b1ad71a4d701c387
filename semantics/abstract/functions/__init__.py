"""Declares the functions that expressions may call in `functions.txt`, which `signatures` reads."""
