"""Packages elsewhere: addresses are turned into files and folders here, before anything is read.

`fetching` is the entry point; `schemes` names the function for each kind of addresses, `store` keeps
what was fetched, and `http` is the only way to the web.
"""
