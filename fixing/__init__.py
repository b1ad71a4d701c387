"""Fixes written to files: rounds of checks and edits, in memory, until nothing is left to mend.

`rounds` is the entry point; `edits` replaces spans of a text, `encoded_text` keeps encodings and byte
order marks, `changed_files` has the results, and writes them.
"""
