"""Records kept between runs, under keys that say what they hold. Knows nothing of what the records are.

Nothing depends on it: a record that is missing, damaged or forgotten is made again. So nothing here
raises, and every record is checked before it is given out. `disk.py` says how it is kept.
"""
