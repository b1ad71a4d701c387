"""Where the files of a package come from: a folder, a zip, standard input, or a catalog of packages.

`discovery` is the way in; `source` has the interface of all sources and the bounds of reading, `failures` the reports.
"""
