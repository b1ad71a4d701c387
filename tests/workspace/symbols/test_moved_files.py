"""The names of files that are renamed or moved."""

from __future__ import annotations

import pytest

from muranopl.workspace.symbols.renaming.moved_files import moved_files
from tests.workspace.marked import analysed, shown

MANIFEST = """\
Format: MuranoPL/1.4
Type: Application
FullName: sample
Name: Sample
Description: A sample.
Author: Somebody
Tags: [Sample]
Classes:
  sample.App: App.yaml
  sample.Tool: "tools/Tool.yaml"
  sample.Other: ./tools/../Other.yaml
UI: ui.yaml
Logo: logo.png
"""
APP = """\
Namespaces: {=: sample, sys: io.murano.system}
Name: App
Methods:
  deploy:
    Body:
      - $resources: new(sys:Resources)
      - $resources.string('note.txt')
"""
FILES = {
    "manifest.yaml": MANIFEST,
    "Classes/App.yaml": APP,
    "Classes/tools/Tool.yaml": "Namespaces: {=: sample}\nName: Tool\n",
    "Classes/Other.yaml": "Namespaces: {=: sample}\nName: Other\n",
    "UI/ui.yaml": "Version: 2.4\n",
    "logo.png": "",
    "Resources/note.txt": "",
    "Resources/plan.template": """\
FormatVersion: 2.1.0
Version: 1.0.0
Name: Plan
Body: ''
Scripts:
  run:
    Type: Application
    Version: 1.0.0
    EntryPoint: run.sh
    Files: [<lib.sh>]
    Options: {}
""",
    "Resources/scripts/run.sh": "",
    "Resources/scripts/lib.sh": "",
}


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ("Classes/App.yaml", "Classes/Main.yaml", ["manifest.yaml:9:15 App.yaml -> Main.yaml"]),
        (
            "Classes/App.yaml",
            "Classes/my apps/App.yaml",
            ["manifest.yaml:9:15 App.yaml -> my apps/App.yaml"],
        ),
        ("Classes/App.yaml", "Classes/a, b.yaml", ["manifest.yaml:9:15 App.yaml -> 'a, b.yaml'"]),
        ("Classes/App.yaml", "Classes/# x", ["manifest.yaml:9:15 App.yaml -> '# x'"]),
        (
            "Classes/tools/Tool.yaml",
            "Classes/kit/# x.yaml",
            ["manifest.yaml:10:17 tools/Tool.yaml -> kit/# x.yaml"],
        ),
        ("UI/ui.yaml", "UI/form.yaml", ["manifest.yaml:12:5 ui.yaml -> form.yaml"]),
        ("logo.png", "images/logo.png", ["manifest.yaml:13:7 logo.png -> images/logo.png"]),
        (
            "Resources/note.txt",
            "Resources/notes/a.txt",
            ["Classes/App.yaml:7:28 note.txt -> notes/a.txt"],
        ),
        (
            "Resources/scripts/run.sh",
            "Resources/scripts/go.sh",
            ["Resources/plan.template:9:17 run.sh -> go.sh"],
        ),
        (
            "Resources/scripts/lib.sh",
            "Resources/scripts/b.sh",
            ["Resources/plan.template:10:14 lib.sh -> b.sh"],
        ),
        ("Classes/App.yaml", "Classes/App.yaml", []),
        # It would not be found under any name
        ("Classes/App.yaml", "App.yaml", []),
        ("UI/ui.yaml", "Classes/ui.yaml", []),
        # A name in another notation, and names that need an escape
        ("Classes/Other.yaml", "Classes/New.yaml", []),
        ("Classes/App.yaml", "Classes/it's.yaml", []),
        ("Resources/none.txt", "Resources/a.txt", []),
    ],
)
def test_names_of_moved_files(old: str, new: str, edits: list[str]) -> None:
    (analysis,) = analysed(FILES)
    found = moved_files(analysis, {old: new})
    assert [f"{shown(edit.place)} -> {edit.text}" for edit in found] == edits
