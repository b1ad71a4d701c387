"""Coverage as a page for browsers: class files, with the lines that were not run."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from muranopl.diagnostics.visible import visible
from muranopl.execution.testing.coverage import CoveredFile
from muranopl.execution.testing.report import TestReport

_HEAD = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Coverage</title>
<style>
body { font-family: sans-serif; margin: 2em }
td { padding-right: 2em }
pre { border: 1px solid #888; padding: .5em; overflow-x: auto }
.run { background: #d6f5d6 }
.missing { background: #ffd9d9 }
@media (prefers-color-scheme: dark) {
  body { background: #111; color: #eee }
  a { color: #9cf }
  .run { background: #143914 }
  .missing { background: #5b1a1a }
}
</style>
<h1>Coverage</h1>
"""


def to_html(report: TestReport) -> str:
    """Return the page, which needs no network and no other file."""
    files = report.coverage or ()
    return _HEAD + "\n".join([*_table(files), *_sources(files), ""])


def _table(files: tuple[CoveredFile, ...]) -> Iterator[str]:
    yield "<table><tr><th>file<th>instructions<th>run<th>lines that were not run</tr>"
    for number, item in enumerate(files):
        name = escape(visible(item.file.address))
        link = f'<a href="#f{number}">{name}</a>'
        numbers = f"<td>{item.instructions}<td>{item.run}<td>{item.missing_text}"
        yield f"<tr><td>{link}{numbers}</tr>"
    yield "</table>"


def _sources(files: tuple[CoveredFile, ...]) -> Iterator[str]:
    for number, item in enumerate(files):
        yield f'<h2 id="f{number}">{escape(visible(item.file.address))}</h2>'
        yield f"<pre>{''.join(_lines(item))}</pre>"


def _lines(item: CoveredFile) -> Iterator[str]:
    for number, line in enumerate((item.file.text or "").splitlines(), 1):
        text = escape(f"{number:>4}  {visible(line)}")
        is_run = item.lines.get(number)
        if is_run is None:
            yield f"{text}\n"
        else:
            yield f'<span class="{"run" if is_run else "missing"}">{text}</span>\n'
