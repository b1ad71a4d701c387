"""Writing baselines: `muranopl check --write-baseline` and `--prune-baseline`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from muranopl.api.report import Report
from muranopl.diagnostics.configuration.reported import RulesByFile
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
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.output import require_writable, write, write_file


def update(
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
        return list(result.left)
    files = result.updated.files
    number = sum(sum(codes.values()) for codes in files.values())
    done = f"{visible(path)} has {counted(number, 'diagnostic')} in {counted(len(files), 'file')}"
    write(sys.stdout, f"{done}.\n")
    return [item for item in report.diagnostics if item.is_internal]


def gone_text(gone: Sequence[Gone]) -> str:
    """Return what a baseline has and is reported no more, a line for each file and code."""
    lines = (f"  {visible(item.file)}: {item.number} {item.code}\n" for item in gone)
    number = counted(sum(item.number for item in gone), "diagnostic")
    return (
        f"{number} in the baseline, but no longer reported; "
        f"--prune-baseline removes what is gone:\n{''.join(lines)}"
    )
