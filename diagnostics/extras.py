"""Lists the extras of muranopl: what needs them, and how their libraries are installed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from muranopl.diagnostics.usage import UsageError


class Extra(NamedTuple):
    """The subject and the verb of the message about a missing extra, and the libraries it needs."""

    needs: str
    libraries: tuple[str, ...]


EXTRAS = {
    "dask": Extra("dask:// needs", ("distributed",)),
    "html": Extra("HTML needs", ("markdown-it-py",)),
    "lsp": Extra("the language server needs", ("pygls", "websockets")),
    "remote": Extra("URLs need", ("fsspec", "httpcore")),
    "server": Extra(
        "the service needs",
        (
            "prometheus-client",
            "python-multipart",
            "sse-starlette",
            "starlette",
            "uvicorn",
            "watchfiles",
        ),
    ),
    "watch": Extra("--watch needs", ("watchfiles",)),
}
"""The extras of `pyproject.toml` without which something is refused."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Raise UsageError for a library of an extra that the block imports and that is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        # A missing module of muranopl itself is a bug
        if error.name is None or error.name.partition(".")[0] == "muranopl":
            raise
        needs, libraries = EXTRAS[extra]
        # Not `muranopl[...]`: muranopl may have been installed from anywhere
        command = shlex.join(["pip", "install", *libraries])
        raise UsageError(f"{needs} `{command}` (the extra `{extra}`)") from None
