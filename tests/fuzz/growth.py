"""The target `growth`: work grows in proportion to what is read and checked, for inputs that double.

An input is three parts, divided by lines `===`: a beginning, whose first line names the kind of
file, what is repeated, and an end. The work is counted in lines of muranopl that are run, so no
verdict depends on the machine. What regular expressions do is not seen that way: `python -m
tests.fuzz.growth` prints times of the processor for long inputs.
"""

from __future__ import annotations

import inspect
import itertools
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

from muranopl.ard.input_document import read_model
from muranopl.diagnostics.findings import Findings
from muranopl.execution.running.executing import Inputs
from muranopl.execution.running.rendering import render
from muranopl.phases.reuse.opening import Installed
from tests.fuzz.counting import executed_lines, is_linear
from tests.fuzz.packages import checked

DIVIDER = "\n===\n"
CHARACTERS = 1_000
"""The length of what is repeated in the first text; in the others it doubles."""
DOUBLINGS = 3
SLACK = 3_000
"""So many more lines may always be run."""

_HEAD = "Format: 1.4\nType: Library\nFullName: lab\n"
_CLASSES = _HEAD + "Classes: {lab.Sample: Sample.yaml}\n"
_SAMPLE = "Namespaces: {=: lab}\nName: Sample\n"


def growth(data: bytes) -> None:
    """A text with a part that is repeated: 1, 2, 4 and 8 times as often."""
    parts = data.decode("utf-8", "replace").split(DIVIDER)
    if len(parts) != 3 or not parts[1]:
        return
    kind, _, beginning = parts[0].partition("\n")
    if kind not in KINDS:
        return
    times = max(CHARACTERS // len(parts[1]), 1)
    KINDS[kind](beginning + parts[1] + parts[2])  # what is imported and made once
    sizes, counts = [], []
    for text in texts(beginning, parts[1], parts[2], times):
        sizes.append(len(text))
        counts.append(executed_lines(partial(KINDS[kind], text)))
    assert is_linear(sizes, counts, SLACK), (
        f"{counts} lines of code are run for {data[:200]!r}, repeated {times} times and more"
    )


def texts(
    beginning: str, repeated: str, end: str, times: int, doublings: int = DOUBLINGS
) -> Iterator[str]:
    """Yield texts in which a part is repeated twice as often each time; `#` in it is the number of the repetition."""
    for power in range(doublings + 1):
        middle = "".join(repeated.replace("#", str(number)) for number in range(times << power))
        yield beginning + middle + end


def _checked(files: dict[str, str]) -> None:
    checked({path: text.encode("utf-8", "replace") for path, text in files.items()})


def _model(text: str) -> None:
    from tests.fuzz.targets import _lab  # targets have this one among them

    streams = {"-": text.encode("utf-8", "replace")}
    render(Inputs(Installed(_lab().results), Findings(), streams=streams), "-")


def _json(text: str) -> None:
    read_model("m.json", text.encode("utf-8", "replace"), Findings())


KINDS: dict[str, Callable[[str], object]] = {
    "manifest": lambda text: _checked({"manifest.yaml": text, "Classes/Sample.yaml": _SAMPLE}),
    "class": lambda text: _checked({"manifest.yaml": _CLASSES, "Classes/Sample.yaml": text}),
    "ui": lambda text: _checked({"manifest.yaml": _HEAD + "Classes: {}\n", "UI/ui.yaml": text}),
    "plan": lambda text: _checked(
        {"manifest.yaml": _HEAD + "Classes: {}\n", "Resources/p.template": text}
    ),
    "model": _model,
    "json": _json,
}
"""What reads and checks a text, by the kind of file it is."""


def seeds() -> Iterator[bytes]:
    """Yield inputs: for each kind what can be repeated in it, in a row or inside each other."""
    properties, body = (_SAMPLE + "Properties:\n", _SAMPLE + "Methods:\n  run:\n    Body:\n")
    form = "Version: 2\nForms:\n- f:\n    fields:\n"
    for kind, beginning, repeated, end in (
        ("manifest", "", "K#: v\n", ""),
        ("manifest", _HEAD + "Classes:\n", "  lab.C#: C#.yaml\n", ""),
        ("manifest", _HEAD + "Require:\n", "  p#: 1\n", ""),
        ("manifest", _HEAD + "Tags: [", "a#, ", "]\n"),
        ("manifest", _HEAD + "Description: ", "word ", "\n"),
        ("class", "", "\n", _SAMPLE),
        ("class", "", "Key#: value\n", _SAMPLE),
        ("class", "Namespaces: {=: lab, unused: a.b}\nName: Sample\n# ", "x", "\n"),
        ("class", "Namespaces: {=: lab, unused: a.b}\nName: Sample\n# ", "a.b(", "\n"),
        ("class", "Namespaces:\n  =: lab\n", "  p#: a.b#\n", "Name: Sample\n"),
        ("class", _SAMPLE + "Extends:\n", "- C#\n", ""),
        ("class", properties, "  p#: {Contract: $.int(), Default: 1}\n", ""),
        ("class", properties, "  p#: {Contract: $.int(), Default: $.p0}\n", ""),
        ("class", properties, "  p#: {Contract: $.in(), Usge: x}\n", ""),
        ("class", properties + "  p:\n    Contract:\n", "      k#: $.int()\n", ""),
        ("class", properties + "  p:\n    Contract: [", "$.int(), ", "1]\n"),
        ("class", properties + "  p:\n    Contract: $", ".notNull()", "\n"),
        ("class", properties + "  p:\n    Contract: $.int().check(", "$ > 1 or ", "true)\n"),
        ("class", properties + "  p:\n    Contract: $\n    Default: [", "[", "\n"),
        ("class", properties + "  p:\n    Contract: $\n    Default: [", "{a: #}, ", "]\n"),
        ("class", _SAMPLE + "Methods:\n", "  m#: {Body: [Return: $.m#()]}\n", ""),
        (
            "class",
            _SAMPLE + "Methods:\n  m:\n    Arguments:\n",
            "    - a#: {Contract: $.int()}\n",
            "",
        ),
        ("class", body, "    - $x#: $x#\n", ""),
        ("class", body, "    - $x: $.y#\n", ""),
        ("class", body, "    - $.run(#)\n", ""),
        ("class", body, "    - $x#: [$x0, $x0]\n", ""),
        ("class", body, "    - If: $.a\n      Then: [$x: #]\n      Else: [$y: #]\n", ""),
        ("class", body, "    - Try: [$x: 1]\n      Catch: {As: e, Do: []}\n", ""),
        ("class", body + "    - Match:\n", "        k#: [$x: 1]\n", "      Value: $.a\n"),
        ("class", body + "    - $x: a", ".b/a", "\n"),
        ("class", body + "    - $x: $", ".b", "\n"),
        ("class", body + "    - $x: $a", " + $a", "\n"),
        ("class", body + "    - $x: 1", " + a", "\n"),
        ("class", body + "    - $x: ", "f(", "\n"),
        ("class", body + "    - $x: ", "- ", "1\n"),
        ("class", body + "    - $x: [", "a => 1, ", "1]\n"),
        ("class", body + "    - $x: '", "a ", "'.format(1)\n"),
        ("class", body + "    - $x: ", "(", "\n"),
        ("class", body + '    - $x: "', "\\\\", "\n"),
        ("class", _SAMPLE + "Usage: |\n", "  a b\n", ""),
        ("class", _SAMPLE, "a:b ", "\n"),
        ("class", _SAMPLE, "'", "\n"),
        ("class", _SAMPLE, "&a# [*a#, ", "\n"),
        ("class", "---\n", "---\nName: A#\n", ""),
        ("ui", form, "    - name: f#\n      type: string\n", ""),
        ("ui", form, "    - name: f\n      type: string\n      regexpValidator: '^a$'\n", ""),
        (
            "ui",
            form + "    - name: f\n      type: choice\n      choices:\n",
            "      - [a#, b]\n",
            "",
        ),
        ("ui", "Version: 2\nTemplates:\n", "  t#: [$t0, $f.a]\n", "Forms: []\n"),
        ("ui", "Version: 2\nApplication:\n  ?: {type: lab.A}\n", "  a#: $.f.a#\n", "Forms: []\n"),
        ("ui", "Version: 2\nApplication:\n  ?: {type: lab.A}\n  a: $.f", ".a", "\nForms: []\n"),
        ("ui", "Version: 2\nForms:\n", "- f#:\n    fields: [{name: a, type: string}]\n", ""),
        ("plan", "", "\n", "x\n"),
        ("plan", "", "{ \n", "x\n"),
        (
            "plan",
            "FormatVersion: 2.0.0\nScripts:\n",
            "  s#: {Type: Application, EntryPoint: a#}\n",
            "",
        ),
        ("plan", "FormatVersion: 2.0.0\nScripts: {}\nBody: |\n  ", "call#(args.a#) ", "\n"),
        ("plan", "FormatVersion: 2.0.0\nScripts: {}\nParameters:\n", "  p#: x\n", ""),
        ("plan", "Scripts:\n", "- s#\n", ""),
        (
            "model",
            '{"?": {"type": "lab.Sample/1"}, "many": [',
            '{"?": {"type": "lab.Sample/1", "id": "i#"}}, ',
            "null]}",
        ),
        ("model", '{"?": {"type": "lab.Sample/1"}', ', "k#": 1', "}"),
        ("model", '{"?": {"type": "lab.Sample/1"}, "any": [', "[1, 2], ", "1]}"),
        ("model", "? {type: lab.Sample/1}\n: 1\n", "k#: v\n", ""),
        ("json", "", "[", ""),
        ("json", "[", '"\\u0041", ', "1]"),
        ("json", "", " \n", "x"),
        ("json", '{"a": "', "a", ""),
    ):
        yield DIVIDER.join((f"{kind}\n{beginning}", repeated, end)).encode()


def main() -> None:
    """Print seconds of the processor: for texts of 4,000 to 64,000 characters of each seed, and for steep patterns."""
    for data in seeds():
        beginning, repeated, end = data.decode().split(DIVIDER)
        kind, _, beginning = beginning.partition("\n")
        seconds = [
            f"{_seconds(KINDS[kind], text):6.2f}"
            for text in texts(beginning, repeated, end, 4_000 // len(repeated) + 1, 4)
        ]
        sys.stdout.write(
            f"{' '.join(seconds)} s  {kind}: {beginning[-30:]!r} {repeated!r} {end[:12]!r}\n"
        )
    for name, pattern, use in _patterns():
        for repeated, end in itertools.product(_REPEATED, ("", "!", "\n")):
            text = repeated * (2_000 // len(repeated))
            small, large = (_seconds(use, text * times + end) for times in (1, 8))
            if large > _NOTICED and large > 16 * small:
                sys.stdout.write(
                    f"{small:6.3f} {large:6.3f} s  {name}: {repeated!r} {end!r}: {pattern.pattern!r}\n"
                )


_NOTICED = 0.02
_REPEATED = (
    "a",
    " ",
    "\n",
    "a.",
    ".a",
    "a:",
    "{",
    "(",
    "a(",
    "'",
    '"',
    "\\",
    "0",
    "0.",
    "_",
    "$",
    "a ",
    " \n",
    "[|",
    ",",
)
"""What may be repeated in a text that a pattern is looked for in."""


def _patterns() -> Iterator[tuple[str, re.Pattern[Any], Callable[[str], object]]]:
    """Yield the patterns of the modules that the seeds have loaded, or of which these keep a method."""
    for module in [
        item for name, item in sorted(sys.modules.items()) if name.startswith("muranopl.")
    ]:
        for name, value in vars(module).items():
            pattern = getattr(value, "__self__", value)
            if isinstance(pattern, re.Pattern):
                yield f"{module.__name__}.{name}", pattern, _use(module, name, pattern)


def _use(module: ModuleType, name: str, pattern: re.Pattern[Any]) -> Callable[[str], object]:
    """Return what matches a pattern as the module does: at one place, or wherever it is found."""
    source = inspect.getsource(module)
    elsewhere = any(
        f"{name}.{method}" in source for method in ("search", "findall", "finditer", "sub", "split")
    )
    run = pattern.findall if elsewhere else pattern.match
    return (lambda text: run(text.encode())) if isinstance(pattern.pattern, bytes) else run


def _seconds(run: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    run(text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
