"""Bundles: lists of packages that Murano's client imports together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.writing.packing.build import BuiltPackage


def bundle_of(packages: Iterable[BuiltPackage]) -> dict[str, Any]:
    """Return the bundle of packages, in their order, as plain data.

    The client looks for the zips beside the bundle, by the full names of their packages, and in a
    repository by names and versions (python-muranoclient 2.8.0, read and run).
    """
    return {
        "Packages": [{"Name": package.name, "Version": package.version} for package in packages]
    }
