"""Contains an exception during work on one package, so that it affects that package only.

A phase passes its work on many packages to `for_each`. At the end, the packages on which it failed
are raised together; the driver then runs the phases again, with each of these replaced by a package
about which nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from muranopl.read.package import PackageId

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


class PackagesFailedError(Exception):
    """Raised if work on some packages failed; `failures` has the first exception of each."""

    def __init__(self, failures: Mapping[PackageId, Exception]) -> None:
        super().__init__(", ".join(map(str, failures)))
        self.failures = failures


def for_each(
    items: Iterable[T],
    package: Callable[[T], PackageId],
    work: Callable[[T], R],
    advance: Callable[[int], None] | None = None,
) -> dict[T, R]:
    """Return the result of `work` for each item, in order.

    `package` returns the package of an item. `advance` is called with 1 after each. Raise
    PackagesFailedError at the end if work on some packages failed. MemoryError propagates at once,
    as no package is its cause.
    """
    result: dict[T, R] = {}
    failures: dict[PackageId, Exception] = {}
    for item in items:
        try:
            result[item] = work(item)
        except MemoryError:
            raise
        except PackagesFailedError as error:  # it worked on others in turn
            failures = {**error.failures, **failures}
        except Exception as error:
            failures.setdefault(package(item), error)
        if advance is not None:
            advance(1)
    # Raised at the end, so that one run names all packages that failed.
    if failures:
        raise PackagesFailedError(failures) from next(iter(failures.values()))
    return result
