"""The language, declared: one entity per file, fields carry tags that say how a keyword is read.

See `entity`.
"""
