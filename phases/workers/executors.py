"""The executor of a Dask cluster by its address, `dask://HOST:PORT`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from muranopl.diagnostics.bounds import CLUSTER_SILENCE
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_SCHEME = "dask://"


@contextlib.contextmanager
def executor_at(address: str) -> Iterator[Executor]:
    """Yield the executor of an address; close it at the end. Raise UsageError without reply."""
    if not address.startswith(_SCHEME):
        raise UsageError(
            f'"{address}" is not an address of an executor: write {_SCHEME}HOST:PORT', "executor"
        )
    with needing("dask"):
        from distributed import Client  # an optional dependency
    from muranopl.phases.workers.cluster import check_workers

    host = address.removeprefix(_SCHEME)
    try:
        client = Client(f"tcp://{host}", timeout=CLUSTER_SILENCE.most, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {host}", "executor") from error
    with client:
        check_workers(client)
        yield client.get_executor(pure=False)
