"""Opens the sources of packages: a folder, a zip, standard input, or a catalog of packages.

`discovery` is the entry point; `source` has the interface of all sources and the bounds of reading,
`regular_files` the reading itself and its reports.
"""
