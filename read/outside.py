"""Names of files that lead out of their folder."""

from __future__ import annotations

import posixpath

from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter


def report_outside(reporter: Reporter, place: Place, what: str, name: str, folder: str) -> None:
    """Report that a name, written at a place, is not a file below a folder of the package.

    See `join_inside`. `what` is the kind of the file; `folder` is '' for the package itself.
    """
    shown = f"{folder}/" if folder else "the package"
    # The most frequent case comes first, and is corrected below for two others.
    problem, suggestion = f"lies outside {shown}", None
    if not name:
        problem, suggestion = "names no file", "write the name of a file"
    elif not name.startswith("/") and _joined(folder, name) == _joined(folder, ""):
        problem, suggestion = f"is {shown} itself", "write the name of a file in it"
    reporter.report(
        rules.OUTSIDE, place, what=what, path=f'"{name}"', problem=problem, suggestion=suggestion
    )


def _joined(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join("package", folder, name))
