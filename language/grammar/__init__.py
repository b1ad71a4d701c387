"""Declares the entities of the language and reads them from nodes: one entity per file.

Fields carry tags that say how a keyword is read; see `entity`.
"""
