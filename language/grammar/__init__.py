"""Declares the entities of the language and reads them from nodes: an entity per file.

Fields carry tags that say how a keyword is read; see `entity`.
"""
