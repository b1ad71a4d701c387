"""Requirements of packages: fetched on demand, and locked.

`following` follows the entries of `Require` from package to package, `on_demand` fetches what is not
at hand from package repositories, and `lock`, `lock_file` and `locking` compare the packages with
those that `muranopl.lock` names.
"""
