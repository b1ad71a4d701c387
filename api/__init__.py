"""Implements the Python library: all that `import muranopl` offers, loaded on demand.

`catalog` defines `Catalog`, whose methods are the functions of `catalog_checks`, `catalog_queries`
and `catalog_runs`.
"""
