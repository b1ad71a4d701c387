"""Reads extension plugins, Python distributions whose classes are MuranoPL classes, as packages.

A distribution with entry points of the group `io.murano.extensions` is a package as any other:
`finding` finds distributions, `python_classes` reads their classes with `ast`, and `describing`
writes what they declare as a package of MuranoPL. Their code is never run. Reference: extensions.
"""
