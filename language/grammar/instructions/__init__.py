"""Method bodies: YAML and YAQL → instructions, and what is wrong with their structure, which one class alone tells.

Instructions are entities like all others of the language (`statements`, `branches`, `loops`, `exceptions`), and
`constructs` lists their keywords. `body` reads the key `Body` of a method: `parse` makes instructions of it, and
`placement` looks at where they stand.
"""
