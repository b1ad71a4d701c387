"""Adding comments that suppress diagnostics: `muranopl check --add-suppressions`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from muranopl.ard.sources.named_files import read_named
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.suppressions.writing import may_have_comments, with_comments
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure
from muranopl.interfaces.cli.files import write_whole
from muranopl.interfaces.cli.output import write


def add_suppressions(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Write comments for diagnostics into their files; return the diagnostics without one.

    Raise EnvironmentFailure for a file that cannot be written.
    """
    left: list[Diagnostic] = []
    by_path: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.place.file
        if file.is_writable and may_have_comments(diagnostic):
            by_path.setdefault(file.location, []).append(diagnostic)
        else:
            left.append(diagnostic)
    number = files = 0
    for path, of_file in by_path.items():
        try:
            commented = with_comments(read_named(path), of_file)
            if commented.covered:
                write_whole(path, commented.data)
        except SourceError as error:
            if error.kind in {"missing", "unreadable"}:
                raise _failure(path, error.message) from None
            # It is not a file of the package, which is what the diagnostics say
            left += of_file
            continue
        except OSError as error:
            raise _failure(path, error.strerror) from None
        number += len(commented.covered)
        files += bool(commented.covered)
        left += commented.left
    done = f"Comments in {counted(files, 'file')} suppress {counted(number, 'diagnostic')}"
    write(sys.stdout, f"{done}.\n")
    if left:
        lines = "".join(f"  {item}\n" for item in left)
        remedy = "no comment can suppress these; see docs/configuration.md for other ways"
        write(sys.stderr, f"{lines}{counted(len(left), 'diagnostic')}: {remedy}.\n")
    return left


def _failure(path: str, why: str | None) -> EnvironmentFailure:
    return EnvironmentFailure(f'no comments can be written to "{visible(path)}": {why}')
