"""Work: worker processes that hold the catalog and compute answers, and the states that the catalog goes through.

The process that speaks HTTP reads no package. Every worker holds one state of the catalog; when
files change, new workers load the new state while the old ones go on, and then take their place. An
answer is of one state.
"""
