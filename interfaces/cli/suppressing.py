"""Files by which `muranopl check` reports less: comments that suppress diagnostics, and baselines.

The options are --add-suppressions, --write-baseline and --prune-baseline.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from muranopl.api.report import Report
from muranopl.ard.sources.named_files import read_named
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.suppressions.baseline import (
    Baseline,
    Gone,
    baseline_text,
    compare,
    read_baseline,
)
from muranopl.diagnostics.suppressions.writing import may_have_comments, with_comments
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure
from muranopl.interfaces.cli.output import require_writable, write, write_file
from muranopl.interfaces.temporary_file import write_whole


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
        number_left = counted(len(left), "diagnostic")
        write(
            sys.stderr,
            f"{lines}{number_left} cannot be suppressed by comments; docs/configuration.md has other ways.\n",
        )
    return left


def _failure(path: str, why: str | None) -> EnvironmentFailure:
    return EnvironmentFailure(f'the comments cannot be written to "{visible(path)}": {why}')


def update_baseline(
    report: Report, settings: Settings, paths: Sequence[str], *, prune: bool
) -> list[Diagnostic]:
    """Write the baseline of a report; return the diagnostics that it does not have.

    With `prune` only what is gone is removed. Raise UsageError, EnvironmentFailure.
    """
    path = settings.baseline or ""
    require_writable([path])
    baseline = Baseline(1, {})
    if prune or os.path.exists(path):
        baseline = read_baseline(path)
    decided = RulesByFile(settings).decides_below(paths)
    result = compare(path, baseline, report.diagnostics, decided)
    write_file(path, baseline_text(result.pruned if prune else result.updated))
    if prune:
        number = sum(item.number for item in result.gone)
        done = f"Removed {counted(number, 'diagnostic')} from {visible(path)}"
        write(sys.stdout, f"{done}.\n")
        return result.left
    files = result.updated.files
    number = sum(sum(codes.values()) for codes in files.values())
    done = f"{visible(path)} has {counted(number, 'diagnostic')} in {counted(len(files), 'file')}"
    write(sys.stdout, f"{done}.\n")
    return [item for item in report.diagnostics if item.is_internal]


def gone_text(gone: Sequence[Gone]) -> str:
    """Return what a baseline has and is reported no more, a line for each file and code."""
    lines = (f"  {visible(item.file)}: {item.number} {item.code}\n" for item in gone)
    number = counted(sum(item.number for item in gone), "diagnostic")
    return f"In the baseline, but no longer reported: {number} (remove with --prune-baseline)\n{''.join(lines)}"
