"""Fetches packages at URLs: turns addresses into files and folders before anything is read.

`fetching` is the entry point, with `Remote`; `fetcher` fetches addresses in this process, `shared_fetcher` has
workers fetch their packages (`addressed`). `schemes` names the function for each kind of addresses (`web`, `git`,
`file_systems`, `zips`), `store` keeps the fetched files, and `http` is the client of all requests but those of
the program `git` and of fsspec.
"""
