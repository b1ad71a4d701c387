"""Requirements of packages: fetched on demand, and locked.

`following` follows the entries of `Require` from package to package, `on_demand` fetches missing
packages from package repositories (`repository`), and `lock_file` and `locking` compare the packages
with those that `muranopl.lock` names.
"""
