"""Reports as values: formats, data, pickles, models that are checked with packages; sessions."""

from __future__ import annotations

import inspect
import json
import pickle
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import muranopl
from muranopl.diagnostics.formats import FORMATS
from tests import command_line
from tests.project import EXAMPLES, ROOT

HELLO = EXAMPLES / "hello"
BROKEN = EXAMPLES / "broken"
SCHEMA = json.loads((ROOT / "diagnostics" / "formats" / "report.schema.json").read_text("utf-8"))
ENVIRONMENT = {"?": {"type": "io.murano.Environment", "id": "e"}, "name": "e", "applications": []}
MODELS = [{"?": {"type": "example.hello.Nothing"}}, ENVIRONMENT]


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_is_written_as_the_command_line_writes_it(name: str) -> None:
    command = ["check", str(BROKEN), "--format", name, "--all", "--no-cache"]
    printed = command_line.run(*command).stdout
    assert muranopl.validate(BROKEN).render(name) == printed


def test_a_report_with_errors_is_false() -> None:
    assert not muranopl.validate(BROKEN)
    assert muranopl.validate(HELLO)


def test_a_catalog_that_was_asked_can_be_pickled() -> None:
    catalog = muranopl.Catalog(HELLO)
    name = "example.hello.Greeter/1.0.0"
    asked = (
        catalog.check,
        lambda: catalog.contents,
        lambda: catalog.resolve(name),
        lambda: catalog.schema(name),
    )
    for ask in asked:
        ask()
        again = pickle.loads(pickle.dumps(catalog))
        assert again.resolve(name).name == catalog.resolve(name).name
        assert again.check().ok


def test_a_report_is_plain_data_with_a_schema() -> None:
    report = muranopl.validate(BROKEN, models=MODELS)
    data = report.to_dict()
    assert data == json.loads(report.render("json"))
    assert data["version"] == 1
    assert data["tool"] == {"name": "muranopl", "version": muranopl.__version__}
    assert len(data["diagnostics"]) == len(report.diagnostics)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(data, SCHEMA)
    jsonschema.validate(muranopl.validate(HELLO).to_dict(), SCHEMA)


def test_notebooks_show_a_table(tmp_path: Path) -> None:
    (tmp_path / "manifest.yaml").write_text("Format: 1.4\n<b>&\x1b: {}\n")
    report = muranopl.validate(tmp_path)
    table = ElementTree.fromstring(report._repr_html_())
    rows = ["".join(cell.text or "" for cell in row) for row in table.iter("tr")]
    assert len(rows) == len(report.diagnostics) > 0
    for row, diagnostic in zip(rows, report.diagnostics, strict=True):
        assert diagnostic.code in row
        assert f"{diagnostic.line}:{diagnostic.column}" in row
        assert "\x1b" not in row
    caption = table.findtext("caption")
    assert caption is not None
    assert caption.endswith(" in 1 package.")
    clean = ElementTree.fromstring(muranopl.validate(HELLO)._repr_html_())
    assert clean.findtext("caption") == "All checks passed: 1 package."


def zipped(folder: Path) -> bytes:
    path = folder / "broken.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(BROKEN.rglob("*.*")):
            archive.write(file, file.relative_to(BROKEN))
    return path.read_bytes()


def test_a_pickled_report_is_the_same_report(tmp_path: Path) -> None:
    content = zipped(tmp_path)
    reports = {
        "a folder": muranopl.validate(BROKEN),
        "a zip": muranopl.validate(tmp_path / "broken.zip"),
        "a stream": muranopl.validate("-", streams={"-": content}),
        "models": muranopl.validate(HELLO, models=MODELS),
        "a cache": muranopl.validate(BROKEN, cache=muranopl.Cache.in_memory()),
        "no results": muranopl.validate(BROKEN, stop_after="inherit"),
    }
    for report in reports.values():
        again = pickle.loads(pickle.dumps(report))
        assert again.diagnostics == report.diagnostics
        assert again.packages == report.packages
        assert again.rendered == report.rendered
        for name in FORMATS:
            assert again.render(name) == report.render(name)
        assert again.dump("inherit") == report.dump("inherit")
        assert again.graph_data() == report.graph_data()


def test_reports_come_back_from_other_processes() -> None:
    with ProcessPoolExecutor(2) as executor:
        reports = list(executor.map(muranopl.validate, [BROKEN, HELLO]))
    assert [report.ok for report in reports] == [False, True]
    assert reports[0].render() == muranopl.validate(BROKEN).render()


def test_models_are_checked_with_packages() -> None:
    report = muranopl.validate(HELLO, models=MODELS)
    assert [(result.ok, result.model is None) for result in report.rendered] == [
        (False, True),
        (True, False),
    ]
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["MPL524"]
    assert not report.ok
    assert report.render().endswith("Found 1 error in 1 package and 2 object models.\n")
    one = muranopl.validate(HELLO, models=ENVIRONMENT)
    file = muranopl.validate(HELLO, models=EXAMPLES / "hello-environment.json")
    assert (one.ok, len(one.rendered)) == (file.ok, len(file.rendered)) == (True, 1)


def test_validate_takes_what_catalogs_and_checks_take() -> None:
    taken = inspect.signature(muranopl.validate).parameters
    for function in (muranopl.Catalog.__init__, muranopl.Catalog.check):
        for name, parameter in inspect.signature(function).parameters.items():
            if name not in {"self", "packages", "paths"}:
                assert taken[name].default == parameter.default, name
    assert taken["jobs"].default is None


SAVED = {"Objects": ENVIRONMENT, "Attributes": [["e", "io.murano.Object", "a", "b"]]}


def test_a_saved_model_is_rendered_and_stays_one() -> None:
    catalog = muranopl.Catalog(HELLO)
    alone, saved = catalog.render(ENVIRONMENT), catalog.render(SAVED)
    assert alone.model is not None
    assert saved.model is not None
    assert saved.model["Attributes"] == SAVED["Attributes"]
    assert saved.model["Objects"]["?"] == alone.model["?"]
    assert saved.model["Objects"].keys() == alone.model.keys()
    assert catalog.render(saved.model).model == saved.model
    for objects in (None, [], "text"):
        refused = catalog.render({"Objects": objects})
        assert refused.model is None
        assert [item.code for item in refused.diagnostics] == ["MPL525"]


def test_a_session_is_public_and_ends_with_its_block() -> None:
    with muranopl.Catalog(HELLO).session() as session:
        assert type(session) is muranopl.Session
        root = session.load(SAVED)
        assert type(root) is muranopl.MuranoObject
        assert type(root.type) is muranopl.MuranoType
        assert type(root.type.id) is muranopl.TypeId
        with pytest.raises(muranopl.MuranoError):
            session.call(root, "nothing")
    session.close()
    uses = (
        lambda: session.load(SAVED),
        session.save,
        lambda: session.new("io.murano.Environment"),
        lambda: session.call(root, "deploy"),
    )
    for use in uses:
        with pytest.raises(muranopl.UsageError, match="closed"):
            use()
    assert session.objects()
