"""Leaves out of reports the known diagnostics of a baseline, counted by file and code.

Lines are not recorded, so that an edit elsewhere in a file changes nothing. Where a file has more
diagnostics of a code than its baseline, all of them are reported, as the new ones cannot be identified.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

from muranopl.diagnostics.arguments import is_empty_path
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import number_of
from muranopl.diagnostics.places import File
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

Counts = dict[str, dict[str, Annotated[int, msgspec.Meta(ge=1)]]]
"""Numbers of diagnostics by file, relative to the folder of the baseline, and code."""


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a baseline file."""

    version: Literal[1]
    files: Counts


class Gone(NamedTuple):
    """Diagnostics of a baseline that are reported no more: file, code, number."""

    file: str
    code: str
    number: int


class Comparison(NamedTuple):
    """Diagnostics compared with a baseline.

    `left` are those to report, `known` is the number of the others. `updated` is the baseline with
    the numbers of now, `pruned` the one without what is gone.
    """

    left: list[Diagnostic]
    known: int
    gone: tuple[Gone, ...]
    updated: Baseline
    pruned: Baseline


def read_baseline(path: str) -> Baseline:
    """Return the baseline of a file. Raise UsageError."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(FILE_SIZE.most + 1)
        if len(data) > FILE_SIZE.most:
            raise UsageError(f'the baseline "{visible(path)}" is too large')
        return msgspec.json.decode(data, type=Baseline)
    except FileNotFoundError:
        raise UsageError(
            f'the baseline "{visible(path)}" does not exist: create it with --write-baseline'
        ) from None
    except OSError as error:
        raise UsageError(
            f'the baseline "{visible(path)}" cannot be read: {error.strerror}'
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f'"{visible(path)}" is not a baseline: {visible(str(error))}') from None


def baseline_text(baseline: Baseline) -> str:
    """Return a baseline as the text of its file, in which a change of a number is one line."""
    files = {
        name: dict(sorted(codes.items())) for name, codes in sorted(baseline.files.items()) if codes
    }
    data = msgspec.json.encode({"version": 1, "files": files})
    return msgspec.json.format(data, indent=2).decode() + "\n"


def compare(
    path: str,
    baseline: Baseline,
    diagnostics: Sequence[Diagnostic],
    is_decided: Callable[[File, str], bool],
) -> Comparison:
    """Return what a baseline, the file `path`, has of the diagnostics.

    `is_decided` says whether the check looks for a code in a file, and reports it. What it did not
    look for may be there as before: it is neither gone nor changed.
    """
    folder = os.path.dirname(os.path.abspath(path))
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        # Otherwise nothing is known of the packages, which no baseline can allow
        if not (diagnostic.is_internal or is_empty_path(diagnostic)):
            name = _relative(diagnostic.place.file, folder)
            groups.setdefault((name, diagnostic.code), []).append(diagnostic)
    numbers = {key: number_of(group) for key, group in groups.items()}
    allowed = {
        (file, code): number
        for file, codes in baseline.files.items()
        for code, number in codes.items()
    }
    kept = {key for key, number in numbers.items() if number <= allowed.get(key, 0)}
    left_out = {id(item) for key in kept for item in groups[key]}
    gone = tuple(
        Gone(*key, number - numbers.get(key, 0))
        for key, number in allowed.items()
        if numbers.get(key, 0) < number
        and is_decided(File(os.path.join(folder, key[0]), ""), key[1])
    )
    lost = {(item.file, item.code): item.number for item in gone}
    pruned = {key: number - lost.get(key, 0) for key, number in allowed.items()}
    return Comparison(
        [item for item in diagnostics if id(item) not in left_out],
        sum(numbers[key] for key in kept),
        gone,
        _baseline({**pruned, **numbers}),
        _baseline(pruned),
    )


def _baseline(numbers: Mapping[tuple[str, str], int]) -> Baseline:
    files: Counts = {}
    for (file, code), number in numbers.items():
        if number:
            files.setdefault(file, {})[code] = number
    return Baseline(1, files)


def _relative(file: File, folder: str) -> str:
    absolute = os.path.abspath(file.address)
    try:
        return os.path.relpath(absolute, folder).replace(os.sep, "/")
    except ValueError:  # on another drive
        return absolute.replace(os.sep, "/")
