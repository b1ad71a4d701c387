"""Examples on disk, and what the checker says about them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

import muranopl
from muranopl.diagnostics.examples import Entry, EntryKind
from muranopl.diagnostics.findings import Findings
from muranopl.execution.simulation.cloud.definition import read_cloud
from muranopl.phases.report import in_order

MODELS = ("model.json", "model.yaml")
ANSWERS = ("answers.json", "answers.yaml")
CLOUD = "cloud.yaml"
CALL = "call.yaml"
TESTS = "tests.yaml"
ZIP = "package.zip"
CACHE = muranopl.Cache.in_memory()
"""One for all examples: none of them may be taken for another."""


def model(paths: Iterable[str]) -> str | None:
    """Return the path of an example that is its object model, answers, cloud file, call or tests.

    Return None if it has none. Raise ValueError if it has two.
    """
    result = [path for path in paths if path in {*MODELS, *ANSWERS, CLOUD, CALL, TESTS}]
    if len(result) > 1:
        raise ValueError(f"an example has one object model, not {' and '.join(result)}")
    return result[0] if result else None


def write(files: Mapping[str, Entry], folder: Path) -> Path:
    """Write the files of an example into `folder`; return what to check: its only `package.zip`, or the folder."""
    for path, entry in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if entry.kind is EntryKind.FILE:
            target.write_bytes(entry.content)
        elif entry.kind is EntryKind.FIFO:
            os.mkfifo(target)
        elif entry.kind is EntryKind.LINK:
            target.symlink_to(entry.target)
        else:
            target.mkdir(exist_ok=True)
    return folder / ZIP if list(files) == [ZIP] else folder


def catalog(
    options: Mapping[str, Sequence[str]], whole: str = ".", cache: muranopl.Cache | None = None
) -> muranopl.Catalog:
    """Return the catalog that the options of an example ask for, of the files in the current folder."""
    [locked] = options.get("locked") or [False]
    given: dict[str, Any] = {
        key: options.get(key, []) for key in ("libraries", "extensions", "quirks")
    }
    paths = options.get("check") or [whole]
    return muranopl.Catalog(paths, cache=cache, locked=locked, **given)


def check(
    files: Mapping[str, Entry], options: Mapping[str, Sequence[str]], folder: Path
) -> muranopl.Report:
    """Write an example into `folder` and check it from there, so that messages name the same paths everywhere."""
    whole = os.path.relpath(write(files, folder), folder)
    with contextlib.chdir(folder):
        [against] = options.get("against") or [None]
        fresh = catalog(options, whole).check(against=against)
        for _ in ("filled", "used"):
            cached = catalog(options, whole, CACHE).check(against=against)
            assert all_of(cached) == all_of(fresh)
        return fresh


def rendered(
    name: str, chosen: Mapping[str, Sequence[str]], folder: Path
) -> Sequence[muranopl.Diagnostic]:
    """Render the object model of an example in `folder`, or do what its other file is for."""
    with contextlib.chdir(folder):
        if name == CLOUD:
            findings = Findings()
            read_cloud(name, None, findings)
            return in_order(findings.diagnostics)
        known = catalog(chosen)
        if name in ANSWERS:
            return known.render_form(None, name, unrendered=True).diagnostics
        if name == CALL:
            return known.call(**yaml.safe_load(Path(name).read_text())).diagnostics
        if name == TESTS:
            report = known.test(**(yaml.safe_load(Path(name).read_text()) or {}))
            return [
                *report.diagnostics,
                *(diagnostic for result in report.results for diagnostic in result.diagnostics),
            ]
        return known.render(name).diagnostics


class Example(NamedTuple):
    """Files and the options of their check."""

    files: Mapping[str, Entry]
    options: Mapping[str, Sequence[str]] = {}

    def diagnostics(self, folder: Path) -> list[muranopl.Diagnostic]:
        """Check the files in a new folder, and render what is to be rendered."""
        name = model(self.files)
        whole = os.path.relpath(write(self.files, folder), folder)
        with contextlib.chdir(folder):
            [against] = self.options.get("against") or [None]
            report = catalog(self.options, whole).check(against=against)
        result = list(report.diagnostics)
        return [*result, *rendered(name, self.options, folder)] if name else result


def all_of(report: muranopl.Report) -> tuple[object, ...]:
    """Everything that a report says, with the texts that source lines are shown from."""
    files = {
        place.file
        for diagnostic in report.diagnostics
        for place in (diagnostic.place, *(one.place for one in diagnostic.related))
    }
    texts = {file.display: file.text for file in files}
    return (
        report.packages,
        [msgspec.to_builtins(diagnostic, enc_hook=repr) for diagnostic in report.diagnostics],
        texts,
    )
