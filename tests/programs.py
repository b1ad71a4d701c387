"""Programs that some tests need: where one is missing, they are skipped, and the end of the run says how to install it.

With `CI` in the environment a missing program is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.project import ROOT

PROGRAMS: dict[str, tuple[tuple[str, ...], str]] = {
    "Chromium": (
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        "apt install chromium",
    ),
    "Node": (("npm",), "apt install nodejs npm"),
    "Neovim": (("nvim",), "apt install neovim"),
    "Neovim 0.11": ((str(ROOT / "build" / "neovim" / "bin" / "nvim"),), "make neovim"),
    "Emacs with Eglot": (("emacs",), "apt install emacs-nox elpa-eglot elpa-yaml-mode"),
    "git": (("git",), "apt install git"),
    "VS Code": ((str(ROOT / "build" / "code-server" / "run"),), "make code-server"),
    "the Murano client": ((str(ROOT / "build" / "client" / "bin" / "murano"),), "make client"),
    "Heat": ((str(ROOT / "build" / "heat" / "bin" / "heat-manage"),), "make heat"),
    # They are no program, and skipped in CI as well
    "the reference project's tests": ((), "make reference REFERENCE=CHECKOUT"),
}
"""The names of each program's executable, and the command that installs it."""

_REASON = re.compile(r"needs (.+?) \(")


def path_of(program: str) -> str | None:
    """Return the path of a program, or None where it is not installed."""
    names, _ = PROGRAMS[program]
    return next(filter(None, map(shutil.which, names)), None)


def require(program: str) -> str:
    """Return the path of a program; skip the test, or fail in CI, where it is not installed."""
    path = path_of(program)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(reason_of(program), pytrace=False)
        pytest.skip(reason_of(program))
    return path


def reason_of(program: str) -> str:
    """Return why a test that needs a missing program is skipped."""
    return f"needs {program} ({PROGRAMS[program][1]})"


def summary(reasons: Iterable[str]) -> list[str]:
    """Return a line for each missing program, with the number of tests that were skipped for it."""
    counts = Counter(match[1] for reason in reasons if (match := _REASON.search(reason)))
    return [
        f"{count} skipped: {program} not installed ({PROGRAMS[program][1]})"
        for program, count in sorted(counts.items())
        if program in PROGRAMS
    ]
