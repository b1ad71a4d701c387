"""What authors are told of mistakes as they make them: the message, and the remedy, which can be pasted."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

CLASS = """\
Namespaces: {=: example.app, std: io.murano, res: io.murano.resources, sys: io.murano.system}
Name: Sample
"""


def told(source: str, folder: Path) -> list[tuple[str, str, str | None]]:
    """Check an example; return code, message and suggestion of all that is reported."""
    report = muranopl.Catalog([write(files(source), folder)]).check()
    return [(each.code, each.message, each.suggestion) for each in report.diagnostics]


NAMES = {
    # A slip, as it is written: with the prefix, or in full.
    "res:Instanse": "res:Instance",
    "std:Aplication": "std:Application",
    "io.murano.resources.Instanse": "io.murano.resources.Instance",
    ":Smaple": ":Sample",
    "Smaple": "Sample",
    "res:NavaNetwork": "res:NovaNetwork",
    # Another namespace, for the same short name only.
    "Instance": "res:Instance",
    ":Instance": "res:Instance",
    "std:instance": "res:Instance",
    "Project": "std:Project",
    "CommonNetwork": None,
    "Instanse": None,
    # Similar names that mean something else.
    "Sample2": None,
    "res:UnixInstance": None,
    "res:MacInstance": None,
    "res:OvnNetwork": None,
}


def test_suggested_classes_are_written_as_the_author_writes(tmp_path: Path) -> None:
    names = [f"=== Classes/C{number:02}.yaml\n{CLASS}Extends: '{name}'\n" for number, name in enumerate(NAMES)]
    classes = [each.replace("Sample\n", f"C{number}\n", 1) for number, each in enumerate(names)]
    classes.append(f"=== Classes/Sample.yaml\n{CLASS}")
    found = [suggestion for code, _, suggestion in told("".join(classes), tmp_path) if code == "MPL209"]
    expected = {name: wanted and f'did you mean "{wanted}"?' for name, wanted in NAMES.items()}
    assert dict(zip(NAMES, found, strict=True)) == expected
