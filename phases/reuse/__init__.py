"""Reuses results of earlier checks: records in the cache, answers in the memory of a process.

No result depends on the cache: a record that is missing, damaged or evicted is computed again. So
stores do not raise, and every record is validated before use. `cache` and `database` keep records
under content hashes; `answers` remembers answers about packages that are edited.
"""
