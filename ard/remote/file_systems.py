"""Fetches files and folders through fsspec: object stores and the like (`s3://`, `gs://`, `sftp://`).

It takes all addresses but those of the other functions in `schemes`, which calls it.
"""

from __future__ import annotations

import contextlib
import functools
import os
import posixpath
from collections.abc import Iterator
from typing import Any

import fsspec

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.limits import Deadline, FetchBudget, too_large
from muranopl.ard.remote.schemes import FetchContext
from muranopl.ard.remote.store import Stored
from muranopl.ard.sources.discovery import package_names
from muranopl.ard.sources.source import join_inside
from muranopl.diagnostics.bounds import REMOTE_FILES, REMOTE_SIZE
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import masked, scheme_of, visible

_KEY = "key"
_CHUNK = 2**20
_LONGEST = 300
_LOCAL = {
    "asynclocal", "async_wrapper", "blockcache", "cached", "dask", "data", "dir", "filecache",
    "generic", "jlab", "jupyter", "libarchive", "reference", "simplecache", "tar",
}  # fmt: skip
"""File systems of fsspec that are on this machine, or around another one."""


def fetch_from_file_system(context: FetchContext, address: str) -> Stored:
    """Return the file at an address, or the folder with all its files."""
    system, path = _opened(address)
    with _failures():
        return _stored(context, address, system, path)


def file_system_members(_context: FetchContext, address: str) -> dict[str, str]:
    """Return the addresses of the packages in a folder, by name; of any other its own, named ""."""
    system, path = _opened(address)
    with _failures():
        if not system.isdir(path):
            return {"": address}
        sizes = _sizes(system, path)
    if sum(sizes.values()) > REMOTE_SIZE.most:
        raise too_large(REMOTE_SIZE.most)
    top = path.rstrip("/") or "/"
    names = [posixpath.relpath(name, top) for name in sizes]
    return {name: _inside(address, name) for name in package_names(names)}


def _inside(address: str, name: str) -> str:
    return f"{address.rstrip('/')}/{name}" if name else address


@contextlib.contextmanager
def _failures() -> Iterator[None]:
    """Raise FetchError in place of the exceptions of file systems."""
    try:
        yield
    except (FetchError, UsageError):
        raise
    except FileNotFoundError:
        raise FetchError("missing", "no such file or folder") from None
    except PermissionError as error:
        raise FetchError("not-allowed", _reason(error)) from None
    except Exception as error:  # each file system has its own
        raise _failure(error) from None


def _opened(address: str) -> tuple[Any, str]:
    scheme = scheme_of(address)
    if "::" in address or scheme in _LOCAL or scheme not in fsspec.available_protocols():
        name = visible(masked(address))
        raise UsageError(
            f'"{name}": unknown URL scheme {scheme}://; supported are http, https, git+https, '
            "git+ssh, zip, and the schemes of fsspec"
        )
    try:
        system, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise UsageError(f"{scheme}:// needs a library: {visible(str(error))}") from None
    except Exception as error:
        raise _failure(error) from None
    return system, str(path)


def _stored(context: FetchContext, address: str, system: Any, path: str) -> Stored:
    budget = FetchBudget(Deadline(context.limits.total))
    files = list(_sizes(system, path)) if system.isdir(path) else None
    if files is None:
        key = str(system.ukey(path))
    else:
        key = fsspec.utils.tokenize(*((name, system.ukey(name)) for name in files))
    validators, names = context.known(address)
    if names is not None and validators.get(_KEY) == key:
        return names
    if files is None:
        stored = context.store.add_file(_chunks(system, path, budget))
    else:
        write = functools.partial(_write_files, system, path, files, budget)
        stored = context.store.add_folder(write)
    return context.keep(address, stored, {_KEY: key})


def _sizes(system: Any, path: str) -> dict[str, int]:
    """Return the sizes of the files below a folder, sorted. Raise FetchError for too many files."""
    files = system.find(path, detail=True)
    if len(files) > REMOTE_FILES.most:
        most = f"{REMOTE_FILES.most:,}"
        raise FetchError("too-large", f"it has more than {most} files")
    # Some file systems know no sizes
    return {name: files[name].get("size") or 0 for name in sorted(files)}


def _write_files(system: Any, top: str, files: list[str], budget: FetchBudget, folder: str) -> None:
    """Write the files below a folder of a file system into one of this machine."""
    for name in files:
        inside = join_inside("", posixpath.relpath(name, top.rstrip("/") or "/"))
        if inside is None:
            raise FetchError("damaged", f'the path of its file "{visible(name)}" is invalid')
        path = os.path.join(folder, inside)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.writelines(_chunks(system, name, budget))


def _chunks(system: Any, path: str, budget: FetchBudget) -> Iterator[bytes]:
    """Yield the bytes of a file. Raise FetchError if they are too many, or take too long."""
    with system.open(path, "rb") as file:
        yield from budget.counted(iter(lambda: file.read(_CHUNK), b""), REMOTE_SIZE.most)


def _failure(error: Exception) -> FetchError:
    return FetchError("unreachable", _reason(error))


def _reason(error: Exception) -> str:
    text = str(error)[:_LONGEST].strip() or type(error).__name__
    return visible(masked(text.splitlines()[0]))
