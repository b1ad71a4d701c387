"""Coverage as Cobertura's XML, which CI servers such as GitLab show beside changed lines."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from muranopl.execution.testing.coverage import CoveredFile
from muranopl.execution.testing.report import TestReport

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def to_cobertura(report: TestReport) -> str:
    """Return a report of the lines on which instructions begin; each class file is a class."""
    files = report.coverage or ()
    root = ElementTree.Element("coverage", _totals(files))
    sources = ElementTree.SubElement(root, "sources")
    ElementTree.SubElement(sources, "source").text = "."
    packages = ElementTree.SubElement(root, "packages")
    rates = _rates(files)
    package = ElementTree.SubElement(packages, "package", {"name": ".", **rates})
    classes = ElementTree.SubElement(package, "classes")
    for item in files:
        path = item.file.location
        name = {"name": path, "filename": path}
        class_ = ElementTree.SubElement(classes, "class", {**name, **_rates([item])})
        ElementTree.SubElement(class_, "methods")
        lines = ElementTree.SubElement(class_, "lines")
        for line, is_run in sorted(item.lines.items()):
            hits = {"number": str(line), "hits": str(int(is_run))}
            ElementTree.SubElement(lines, "line", hits)
    ElementTree.indent(root)
    # ASCII is independent of the encoding of the output
    text = ElementTree.tostring(root, encoding="us-ascii").decode()
    return f"{_HEAD}\n{text}\n"


def _totals(files: Sequence[CoveredFile]) -> dict[str, str]:
    covered, valid = _count(files)
    return {
        "lines-covered": str(covered),
        "lines-valid": str(valid),
        "branches-covered": "0",
        "branches-valid": "0",
        "version": "muranopl",
        "timestamp": "0",
        **_rates(files),
    }


def _rates(files: Sequence[CoveredFile]) -> dict[str, str]:
    covered, valid = _count(files)
    rate = covered / valid if valid else 1.0
    return {"line-rate": f"{rate:.4f}", "branch-rate": "0", "complexity": "0"}


def _count(files: Sequence[CoveredFile]) -> tuple[int, int]:
    lines = [is_run for item in files for is_run in item.lines.values()]
    return sum(lines), len(lines)
