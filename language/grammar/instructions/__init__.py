"""Method bodies: YAML and YAQL → instructions, with the mistakes that one class alone shows.

Instructions are entities like all others of the language (`statements`, `exceptions`), in blocks
(`block`); `constructs` lists their keywords, and `values` and `targets` read their parts. `body` reads the key
`Body` of a method: `parse` makes the instructions, and `body` checks where they stand. Names, calls and types
in them are checked by `muranopl.semantics.bodies`.
"""
