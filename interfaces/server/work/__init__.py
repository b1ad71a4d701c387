"""Worker processes that hold the catalog and compute answers, and the states of the catalog.

The HTTP process reads no package. Each worker holds one state of the catalog. When files change,
new workers load the new state and replace the old ones, which finish their tasks. An answer is
based on one state.
"""
