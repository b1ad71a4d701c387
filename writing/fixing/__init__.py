"""Fixes packages: rounds of checks and edits, in memory, until no fix is left; then writes files.

`rounds` is the entry point, and chooses edits that touch no other ones; `upgrading` is the entry point
of upgrades to later formats, for which `older_forms` has fixes. `encoded_text` keeps encodings and byte
order marks; `changed_files` writes, by `replacing`.
"""
