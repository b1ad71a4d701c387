"""Implements HTTP for all operations: declaration, decoding, errors, security, OpenAPI.

Litestar could replace `operation.py`, `request_parameters.py`, `routing.py` and `openapi.py`: it derives
routes, validation and OpenAPI from signatures as well. Its handlers run in the HTTP process, so
workers would no longer decode bodies and run operations without importing a web framework, and
error messages and `/openapi.json` would change for clients.
"""
