"""Executors by address: `dask://HOST:PORT`, `ray://HOST:PORT`. A scheme is added to `_SCHEMES`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from muranopl.diagnostics.bounds import CLUSTER_SILENCE
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextlib.contextmanager
def executor_at(address: str) -> Iterator[Executor]:
    """Yield the executor of an address; close it at the end. Raise UsageError without reply."""
    scheme, separator, rest = address.partition("://")
    if not separator or scheme not in _SCHEMES:
        raise UsageError(
            f'"{address}" is not an address of an executor: write {" or ".join(_FORMS)}',
            "executor",
        )
    with _SCHEMES[scheme](rest) as executor:
        yield executor


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    with needing("dask"):
        from distributed import Client  # an optional dependency
    from muranopl.incremental.cluster import check_workers

    try:
        client = Client(
            f"tcp://{address}", timeout=CLUSTER_SILENCE.most, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise UsageError(
            f"no Dask scheduler answers at {address}", "executor"
        ) from error
    with client:
        check_workers(client)
        yield client.get_executor(pure=False)


@contextlib.contextmanager
def _ray(address: str) -> Iterator[Executor]:
    with needing("ray"):
        import ray  # an optional dependency
    from muranopl.incremental.ray_cluster import RayExecutor, check_machines

    try:
        ray.init(f"ray://{address}", log_to_driver=False)
    except (ConnectionError, OSError, ValueError, RuntimeError) as error:
        raise UsageError(f"no Ray cluster answers at {address}", "executor") from error
    try:
        check_machines()
        yield RayExecutor()
    finally:
        ray.shutdown()


_SCHEMES: dict[str, Callable[[str], contextlib.AbstractContextManager[Executor]]] = {
    "dask": _dask,
    "ray": _ray,
}
_FORMS = [f"{scheme}://HOST:PORT" for scheme in _SCHEMES]
