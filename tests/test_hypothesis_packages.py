"""Whatever stands in a package: a check gives the same report again, and every command and call of the library ends."""

from __future__ import annotations

import json
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings

import muranopl
from muranopl.diagnostics.examples import Entry, EntryKind
from muranopl.interfaces.cli.main import cli
from tests.fuzz.expectations import serialisable, sound
from tests.generated import PACKAGES
from tests.material import write

Files = dict[str, bytes]
CLASS = "example.app.Sample"
MODEL = f'{{"?": {{"type": "{CLASS}/>=0", "id": "s"}}, "name": "x", "port": 5, "Sample": {{"?": {{}}}}}}'


def written(files: Files, folder: str) -> str:
    """A package in a folder, and beside it an object model of one of its classes."""
    Path(folder, "model.json").write_text(MODEL, encoding="utf-8")
    entries = {name: Entry(EntryKind.FILE, content) for name, content in files.items()}
    return str(write(entries, Path(folder, "package")))


@settings(max_examples=80)
@given(files=PACKAGES)
def test_any_package_gives_a_report_and_the_same_again(files: Files) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = written(files, folder)
        assert report(path) == report(path)


def report(path: str) -> bytes:
    """Everything the report says, the source text and the notes too."""
    result = muranopl.validate(path)
    assert result.ok == all(
        diagnostic.severity.value != "error" for diagnostic in result.diagnostics
    )
    return repr(list(result.diagnostics)).encode("utf-8", "backslashreplace")


CHECKS = [
    *(
        f"check PACKAGE --format {name}"
        for name in ("text", "concise", "json", "sarif", "github", "junit")
    ),
    *(
        f"check PACKAGE --stop-after {phase}"
        for phase in ("read", "namespace", "hierarchy", "inherit")
    ),
    *(f"check PACKAGE --dump-phase all --dump-format {name}" for name in ("yaml", "json")),
    *(f"check PACKAGE --dump-phase hierarchy --dump-format {name}" for name in ("dot", "mermaid")),
    *(
        "check PACKAGE --model MODEL --quirk engine --format json",
        "check PACKAGE --no-cache --color always",
    ),
]
COMMANDS = [
    *CHECKS,
    *(f"graph PACKAGE --format {name}" for name in ("json", "dot", "mermaid")),
    *(f"render MODEL -L PACKAGE --format {name}" for name in ("json", "yaml")),
    *(f"schema {CLASS} -L PACKAGE --draft {draft} --untranslated" for draft in ("04", "2020-12")),
    *(f"schema -L PACKAGE --all FOLDER --draft {draft}" for draft in ("04", "2020-12")),
]
READERS: dict[str, Callable[[str], Any]] = {
    "json": json.loads,
    "sarif": json.loads,
    "yaml": yaml.safe_load,
}
"""What reads the results that other programs read."""


@pytest.mark.parametrize("command", COMMANDS)
def test_any_package_in_every_command(command: str) -> None:
    @settings(max_examples=6)
    @given(files=PACKAGES)
    def ends(files: Files) -> None:
        with tempfile.TemporaryDirectory() as folder:
            places = {
                "PACKAGE": written(files, folder),
                "MODEL": f"{folder}/model.json",
                "FOLDER": f"{folder}/out",
            }
            words = [places.get(word, word) for word in command.split()]
            result = CliRunner().invoke(cli, words)
            assert result.exception is None or isinstance(result.exception, SystemExit), (
                result.exc_info
            )
            assert result.exit_code in {0, 1}, result.output
            assert "MPL001" not in result.output
            result.stdout.encode()
            read = READERS.get(words[words.index("--format") + 1]) if "--format" in words else None
            if read is not None and result.stdout:
                read(result.stdout)

    ends()


@settings(max_examples=50)
@given(files=PACKAGES)
def test_any_package_in_every_call_of_the_library(files: Files) -> None:
    with tempfile.TemporaryDirectory() as folder:
        catalog = muranopl.Catalog([written(files, folder)])
        result = catalog.check()
        sound(result.diagnostics, 1)
        assert pickle.loads(pickle.dumps(result.diagnostics)) == result.diagnostics
        assert repr(result)
        for phase in muranopl.Phase:
            yaml.safe_dump(result.dump(phase.value))
        serialisable(result.graph_data())
        assert result.graph is not None
        assert result.dot().encode()
        assert result.mermaid().encode()
        rendered = catalog.render(f"{folder}/model.json")
        sound(rendered.diagnostics)
        serialisable(rendered.model)
        for ask in questions(catalog):
            try:
                ask()
            except muranopl.ResolutionError as error:
                sound(error.diagnostics)


def questions(catalog: muranopl.Catalog) -> Iterator[Callable[[], object]]:
    """The calls that may say that there is no answer."""
    names = catalog.classes()
    serialisable(names)
    for name in names or [CLASS]:
        yield lambda name=name: pickle.loads(pickle.dumps(catalog.resolve(name)))
        yield lambda name=name: catalog.look_up("Base", name)
        for draft in ("04", "2020-12"):
            yield lambda name=name, draft=draft: serialisable(
                catalog.schema(name, draft=draft, untranslated=True)
            )
