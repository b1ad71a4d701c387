"""Containment: an exception while one package is worked on is that package's; all others are worked on as usual.

A phase gives what it does for many packages to `for_each`. When that is done, the packages on which it failed are
raised together; the driver then runs the phases again, with packages in their place of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from muranopl.read.package import PackageId

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


class PackagesFailedError(Exception):
    """Work on some packages failed: the first exception of each."""

    def __init__(self, failures: Mapping[PackageId, Exception]) -> None:
        super().__init__(", ".join(map(str, failures)))
        self.failures = failures


def for_each(
    items: Iterable[T],
    package: Callable[[T], PackageId],
    work: Callable[[T], R],
    advance: Callable[[int], None] | None = None,
) -> dict[T, R]:
    """Return what `work` gives for each of the items, in order; `package` tells which one an item belongs to.

    `advance` is called with 1 after each. Raise PackagesFailedError at the end if it failed for some; MemoryError at
    once, as that is nobody's.
    """
    found: dict[T, R] = {}
    failures: dict[PackageId, Exception] = {}
    for item in items:
        try:
            found[item] = work(item)
        except MemoryError:
            raise
        except PackagesFailedError as error:  # it worked on others in turn
            failures = {**error.failures, **failures}
        except Exception as error:
            failures.setdefault(package(item), error)
        if advance is not None:
            advance(1)
    if failures:
        raise PackagesFailedError(failures) from next(iter(failures.values()))
    return found
