"""Method bodies: YAML and YAQL → instructions.

Mistakes in their structure that one class alone shows. Instructions are entities like all others of
the language (`statements`, `branches`, `loops`, `exceptions`), and `constructs` lists their
keywords. `body` reads the key `Body` of a method: `parse` makes the instructions, and `placement`
checks where they stand.
"""
