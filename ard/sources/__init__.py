"""Sources of the files of a package: a folder, a zip, standard input, or a catalog of packages.

`discovery` is the entry point; `source` has the interface of all sources and the bounds of reading,
`failures` the reports.
"""
