"""Fixes written to files: rounds of checks and edits, in memory, until no fix is left.

`rounds` is the entry point, `upgrading` that of upgrades to later formats. `one_round` chooses edits that
touch no other ones, `encoded_text` keeps encodings and byte order marks, `changed_files` writes.
"""
