"""Suppresses diagnostics: by comments in the files of packages, and by baselines.

`scanning` reads comments, `suppressing` applies them, and `writing` adds them to files.
"""
