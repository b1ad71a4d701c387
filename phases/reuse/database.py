"""Records on disk, for all runs and processes of a user: one SQLite database in WAL mode.

SQLite does the locking, the atomic writing and the recovery after a process was killed. It does not
detect bytes that changed on the disk, so each record has a checksum over its key and its bytes.
Nothing is synced to the disk: a power failure may damage the database, which is detected like any
other damage, and a damaged database is removed and created again. The checksum of 64 bits is
against accidents; anyone who can write into the folder can forge records (see `folder.py`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator

from muranopl.diagnostics.bounds import CACHE_RECORD, CACHE_SIZE
from muranopl.phases.reuse.connection import close, connect, execute_when_free
from muranopl.phases.reuse.files import create, database, remove
from muranopl.phases.reuse.hashing import KEY_BYTES, blake2b

MIN_LIMIT = 2**16
"""With a lower limit nothing is stored."""

MAX_GATHERED = 16 * 2**20
"""Bytes of records buffered before they are written."""

PARTS = 8
"""At most this part of the limit (an eighth) is buffered."""

_OVERHEAD = 100
"""Bytes of overhead of a record: its key twice, checksum, headers."""

FORMAT = 0x4D504C01
"""The `user_version` of the database; other versions of this program use other numbers."""

_TABLE = "CREATE TABLE IF NOT EXISTS record (key BLOB PRIMARY KEY, used INTEGER, checksum BLOB, record BLOB)"
_STATE = (
    "SELECT user_version, (SELECT count(*) FROM sqlite_master),"
    " (SELECT count(*) FROM sqlite_master WHERE name = 'record') FROM pragma_user_version"
)
_OLDEST = "DELETE FROM record WHERE rowid IN (SELECT rowid FROM record ORDER BY used > ? DESC, used, rowid LIMIT ?)"

_DAY = 24 * 3600

_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # tables of another shape
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_INTERRUPT,  # after too many steps
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
}

_FAILURES = (sqlite3.Error, OSError, ValueError, RecursionError, MemoryError)
"""Errors of the database: ValueError for an invalid path, RecursionError for a very long one.

`os.makedirs` raises the latter.
"""


class DatabaseStore:
    """The records in `folder`, which is created by the first write. See `Store`.

    New records are written in one transaction at `close`, or when the buffer is full. If that
    fails, they are dropped; if reading fails, `get` returns None until `close`.
    """

    def __init__(self, folder: str, limit: int = CACHE_SIZE.most) -> None:
        self._folder = folder
        self._limit = limit
        self._max_gathered = min(MAX_GATHERED, limit // PARTS)
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._gathered: dict[bytes, bytes] = {}
        self._bytes = 0
        self._today = 0
        self._used: list[bytes] = []  # keys used for the first time today
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None  # of the file that was opened
        self._readable = self._writable = bool(folder) and limit >= MIN_LIMIT

    def get(self, key: bytes) -> bytes | None:
        """Return a record, or None."""
        with self._alone():
            record = self._gathered.get(key)
            if record is None and self._readable:
                try:
                    record = self._read(key)
                except _FAILURES as error:
                    self._give_up(error)
            return record

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record, which is written when the buffer is full, or at `close`."""
        size = len(record) + _OVERHEAD
        if len(key) != KEY_BYTES or len(record) > CACHE_RECORD.most or size > self._max_gathered:
            return
        with self._alone():
            if key not in self._gathered:
                if self._bytes + size > self._max_gathered:
                    self._write()
                self._gathered[key] = record
                self._bytes += size

    def close(self) -> None:
        """Write the buffered records and close the database."""
        with self._alone():
            self._write()
            self._disconnect()
            self._readable = self._writable

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock; in a forked process, first drop the connection of its parent."""
        if os.getpid() != self._process:
            # A thread that the copy does not have may have held the lock
            self._process, self._lock, self._connection = (os.getpid(), threading.Lock(), None)
        with self._lock:
            yield

    def _read(self, key: bytes) -> bytes | None:
        connection = self._connection or self._connect()
        if connection is None:
            self._readable = False
            return None
        row = connection.execute(
            "SELECT record, checksum, used FROM record WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            return None
        record, checksum, used = row
        if type(record) is not bytes or checksum != _checksum(key, record):
            raise _DamageError
        if used != self._today:
            self._used.append(key)
        return record

    def _write(self) -> None:
        """Write the buffered records; drop them if that fails, as it would fail again."""
        gathered, self._gathered, self._bytes = self._gathered, {}, 0
        used, self._used = self._used, []
        if not self._writable or not (gathered or used):
            return
        try:
            try:
                self._transact(gathered, used)
            except _FAILURES as error:
                # The used keys were those of the database that was removed
                if self._give_up(error):  # it was removed, so try once more
                    self._transact(gathered, [])
        except _FAILURES as error:
            self._give_up(error)
        except BaseException:  # the transaction must not stay open
            self._disconnect()
            raise

    def _transact(self, records: dict[bytes, bytes], used: list[bytes]) -> None:
        connection = self._connection or self._connect(make=True)
        if connection is None:
            return
        execute_when_free(connection, "BEGIN IMMEDIATE")
        connection.executemany(
            "UPDATE record SET used = ? WHERE key = ?", ((self._today, key) for key in used)
        )
        if records:
            size = sum(map(len, records.values())) + _OVERHEAD * len(records)
            _make_room(connection, self._limit, size, self._today)
        connection.executemany(
            "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?)",
            ((key, self._today, _checksum(key, record), record) for key, record in records.items()),
        )
        connection.execute("COMMIT")
        _shrink(connection, self._limit)
        self._readable = True

    def _connect(self, *, make: bool = False) -> sqlite3.Connection | None:
        """Open the database; None if it is missing or empty, unless `make` is true."""
        if make:
            create(self._folder)
        result = database(self._folder)
        if result is None:
            return None
        self._today, self._identity = int(time.time()) // _DAY, result.identity
        self._connection = _open(result.path)
        if _is_empty(self._connection):
            if make:
                _initialize(self._connection)
            else:
                self._disconnect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            close(connection)

    def _give_up(self, error: BaseException) -> bool:
        """Stop reading until `close`; remove a damaged database; return whether it is gone."""
        self._disconnect()
        self._readable = False
        self._used.clear()
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF not in _DAMAGE:
            return False
        try:
            result = database(self._folder)
            # Otherwise it has been replaced
            if result is not None and result.identity == self._identity:
                remove(self._folder)
        except (OSError, ValueError):
            return False
        return True


class _DamageError(sqlite3.DatabaseError):
    """The stored bytes are not those that were written."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def count(folder: str) -> int:
    """Return the number of records in a folder; 0 without a readable database.

    Raise OSError, ValueError.
    """
    result = database(folder)
    if result is not None:
        with contextlib.suppress(sqlite3.Error):
            connection = _open(result.path)
            try:
                return int(connection.execute("SELECT count(*) FROM record").fetchone()[0])
            finally:
                close(connection)
    return 0


def _open(path: str) -> sqlite3.Connection:
    return connect(path, CACHE_RECORD.most + _OVERHEAD)


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Return whether a database is empty; raise ValueError if it is another program's."""
    version, tables, ours = connection.execute(_STATE).fetchone()
    if version == FORMAT:
        return False
    if tables and not ours:
        raise ValueError("the database of another program")
    if version or tables:
        raise _DamageError
    return True


def _initialize(connection: sqlite3.Connection) -> None:
    """Create the table, unless another process has just done so."""
    # SQLite turns this on only before the first table is created
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    execute_when_free(connection, "PRAGMA journal_mode = WAL")
    execute_when_free(connection, "BEGIN IMMEDIATE")
    connection.execute(_TABLE)
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _make_room(connection: sqlite3.Connection, limit: int, size: int, today: int) -> None:
    """Remove the oldest records until there is room for `size` bytes.

    Records dated in the future count as the oldest: a clock was wrong, and they would otherwise
    never be removed.
    """
    page = _pragma(connection, "page_size")
    most = limit // page
    room = most - 2 * size // page - 8  # a record of half a page may take a full one
    quarter = 0
    while _pragma(connection, "page_count") - _pragma(connection, "freelist_count") > room:
        quarter = (
            quarter or connection.execute("SELECT count(*) FROM record").fetchone()[0] // 4 + 1
        )
        if not connection.execute(_OLDEST, (today, quarter)).rowcount:
            break
    # Writing fails if the records take more than estimated, so that the limit holds
    connection.execute(f"PRAGMA max_page_count = {most}")


def _shrink(connection: sqlite3.Connection, limit: int) -> None:
    """Release free pages above the limit, which was larger before."""
    excess = _pragma(connection, "page_count") - limit // _pragma(connection, "page_size")
    if excess > 0:
        # `execute()` would stop after a page
        connection.executescript(f"PRAGMA incremental_vacuum({excess})")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _checksum(key: bytes, record: bytes) -> bytes:
    return blake2b(record, digest_size=8, person=key).digest()
