"""Method bodies: YAML and YAQL → instructions, and what is wrong with their structure.

The constructs are entities like all others of the language (`plain`, `branches`, `loops`, `exceptions`); `constructs`
lists them. `parse` reads a body, `placement` and `flow` look at where instructions stand, `check` does all of it.
"""
