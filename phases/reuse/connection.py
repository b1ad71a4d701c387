"""Connections to SQLite: with bounds, and used only by the process that opened them.

SQLite must not be used in a process that was forked while a database was open, not even to close or
delete the connection. Such a process has no cache.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time

from muranopl.diagnostics.bounds import CACHE_STEPS

TIMEOUT = 2.0
"""Seconds to wait for another writer; writing 16 MiB takes 0.2."""

WAIT = 0.2
"""Seconds that SQLite itself waits, during which no signal is handled."""

open_connections: dict[sqlite3.Connection, int] = {}
"""Open connections, and the processes that opened them."""


def connect(path: str, longest: int) -> sqlite3.Connection:
    """Open a database, for writing if possible; a value has at most `longest` bytes.

    Raise sqlite3.Error.
    """
    if any(process != os.getpid() for process in open_connections.values()):
        raise sqlite3.InterfaceError("a database was open when this process was forked")
    try:
        return _opened(path, longest, "mode=rw")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
    # The folder can only be read, so there can be no locks: if another process writes, a
    # checksum detects it.
    return _opened(path, longest, "mode=ro&immutable=1")


def _opened(path: str, longest: int, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{_address(path)}?{options}",
        uri=True,
        timeout=WAIT,
        isolation_level=None,
        # Any thread may use the connection: `DatabaseStore` admits one at a time
        check_same_thread=False,
    )
    open_connections[connection] = os.getpid()
    try:
        connection.text_factory = bytes  # so that no invalid text is decoded
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
        # Returning true ends a statement, which could take forever on a damaged database
        connection.set_progress_handler(lambda: 1, CACHE_STEPS.most)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA user_version")  # reads the file
    except BaseException:
        close(connection)
        raise
    return connection


def _address(path: str) -> str:
    """Return the URI of a file, made as SQLite documents it."""
    absolute = os.path.join(os.getcwd(), path).replace(os.sep, "/")
    for reserved in "%?#":
        absolute = absolute.replace(reserved, f"%{ord(reserved):02x}")
    # On Windows, the path begins with a drive
    return f"file://{absolute}" if absolute.startswith("/") else f"file:///{absolute}"


def close(connection: sqlite3.Connection) -> None:
    """Close a connection in any state."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()
    open_connections.pop(connection, None)


def execute_when_free(connection: sqlite3.Connection, statement: str) -> None:
    """Execute a statement; wait while another process holds a lock.

    SQLite itself waits only briefly, and not for all kinds of locks.
    """
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
