"""The cache: records kept between runs under content hashes, and checks that reuse them.

No answer depends on it: a record that is missing, damaged or evicted is computed again. So stores
do not raise, and every record is validated before use. `database.py` describes the database.
"""
