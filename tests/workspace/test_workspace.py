"""What a workspace says after each edit, and in which order."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import muranopl
from muranopl.workspace.workspace import Workspace

BASE = """\
Namespaces:
  =: acme.base
Name: Base
Properties:
  size:
    Contract: $.int()
    Default: 1
Methods:
  grow:
    Arguments:
      - by:
          Contract: $.int()
    Body:
      - Return: $.size + $by
"""
OTHER = """\
Namespaces:
  =: acme.base
Name: Other
Methods:
  twice:
    Arguments:
      - base:
          Contract: $.class(Base).notNull()
    Body:
      - Return: $base.grow(by => 2)
"""
APP = """\
Namespaces:
  =: acme.app
  base: acme.base
Name: App
Extends: base:Base
Methods:
  run:
    Body:
      - Return: $.grow(by => 1)
"""
PLAN = """\
FormatVersion: 2.0.0
Version: 1.0.0
Name: Run
Parameters: {port: $port}
Body: return args.port
Scripts: {}
"""
FILES = {
    "base/manifest.yaml": """\
Format: MuranoPL/1.4
Type: Library
FullName: acme.base
Name: Base
Description: The base
Author: acme
Version: 1.0.0
Classes:
  acme.base.Base: Base.yaml
  acme.base.Other: Other.yaml
""",
    "base/Classes/Base.yaml": BASE,
    "base/Classes/Other.yaml": OTHER,
    "app/manifest.yaml": """\
Format: MuranoPL/1.4
Type: Library
FullName: acme.app
Name: App
Description: The app
Author: acme
Version: 1.0.0
Require:
  acme.base: 1
Classes:
  acme.app.App: App.yaml
""",
    "app/Classes/App.yaml": APP,
}
RENAMED = BASE.replace("grow:", "growth:")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.fixture
def workspace(folder: Path) -> Workspace:
    result = Workspace([str(folder)])
    assert not list(result.diagnostics())
    return result


def codes(workspace: Workspace, folder: Path) -> dict[str, list[str]]:
    """Return the codes that a workspace says now, by file."""
    return {
        str(Path(path).relative_to(folder)): [item.code for item in diagnostics]
        for path, diagnostics in workspace.diagnostics()
    }


def paths_of(workspace: Workspace, folder: Path) -> Iterator[str]:
    for path, _ in workspace.diagnostics():
        yield str(Path(path).relative_to(folder))


@pytest.mark.parametrize(
    ("opened", "expected"),
    [
        (["app/Classes"], ["app"]),
        (["app/UI", "app/Classes", "app/Resources/scripts"], ["app"]),
        (["app/Classes", "base"], ["app", "base"]),
        # A package in another one is a package, and other folders are not of a package
        (["app/Resources/inner"], ["app/Resources/inner"]),
        (["app/docs", "."], ["app/docs", "."]),
        (["none/Classes"], ["none/Classes"]),
    ],
)
def test_a_folder_inside_a_package_stands_for_it(
    folder: Path, opened: list[str], expected: list[str]
) -> None:
    inner = folder / "app/Resources/inner"
    inner.mkdir(parents=True)
    (inner / "manifest.yaml").write_text("")
    workspace = Workspace([str(folder / path) for path in opened])
    assert list(workspace.folders) == [str(folder / path) for path in expected]


def test_a_mistake_in_a_package_of_which_a_folder_is_opened(folder: Path) -> None:
    workspace = Workspace([str(folder / "app/Classes")], muranopl.Settings(ignore=("MPL2",)))
    file = str(folder / "app/Classes/App.yaml")
    assert not codes(workspace, folder)
    workspace.open(file, APP.replace("Body", "Boddy"))
    assert codes(workspace, folder) == {"app/Classes/App.yaml": ["MPL120"]}
    workspace.open(str(folder / "app/manifest.yaml"), FILES["app/manifest.yaml"] + "Naem: a\n")
    assert "MPL120" in codes(workspace, folder)["app/manifest.yaml"]


def test_a_mistake_is_said_and_gone_with_it(workspace: Workspace, folder: Path) -> None:
    file = str(folder / "app/Classes/App.yaml")
    workspace.open(file, APP)
    assert codes(workspace, folder) == {"app/Classes/App.yaml": []}
    workspace.change(file, APP.replace("$.grow", "$.grov"))
    assert codes(workspace, folder) == {"app/Classes/App.yaml": ["MPL651"]}
    assert [item.code for item in workspace.known_diagnostics(file)] == ["MPL651"]
    workspace.close(file)
    assert codes(workspace, folder) == {"app/Classes/App.yaml": []}
    assert workspace.known_diagnostics(file) == ()


def test_the_edited_file_comes_first_and_dependents_last(
    workspace: Workspace, folder: Path
) -> None:
    workspace.change(str(folder / "base/Classes/Base.yaml"), f"{RENAMED}Colour: red\n")
    order = list(paths_of(workspace, folder))
    assert order == ["base/Classes/Base.yaml", "base/Classes/Other.yaml", "app/Classes/App.yaml"]


def test_what_is_cancelled_is_said_later(workspace: Workspace, folder: Path) -> None:
    workspace.change(str(folder / "base/Classes/Base.yaml"), RENAMED)
    assert list(workspace.diagnostics(lambda: True)) == []
    workspace.change(str(folder / "base/Classes/Other.yaml"), OTHER.replace("grow", "growth"))
    assert codes(workspace, folder) == {
        "base/Classes/Other.yaml": [],
        "app/Classes/App.yaml": ["MPL651"],
    }


def test_files_are_kept_until_they_are_said_to_have_changed(
    workspace: Workspace, folder: Path
) -> None:
    app, base = folder / "app/Classes/App.yaml", folder / "base/Classes/Base.yaml"
    base.write_text(RENAMED)
    workspace.change(str(app), f"{APP}# changed\n")
    assert codes(workspace, folder) == {"app/Classes/App.yaml": []}
    workspace.files_changed([str(base)])
    assert set(codes(workspace, folder)) == {"app/Classes/App.yaml", "base/Classes/Other.yaml"}


def test_packages_come_and_go(workspace: Workspace, folder: Path) -> None:
    moved = shutil.move(folder / "base", folder.parent / f"{folder.name}.base")
    workspace.files_changed([str(folder / "base")])
    assert "app/manifest.yaml" in codes(workspace, folder)
    shutil.move(moved, folder / "again")
    workspace.files_changed([str(folder / "again")])
    assert set(map(tuple, codes(workspace, folder).values())) == {()}


@pytest.mark.parametrize("moved", ["base/Classes", "base", "."])
def test_a_folder_in_place_of_another_is_read(
    workspace: Workspace, folder: Path, moved: str
) -> None:
    place = folder / moved
    new = shutil.copytree(place, folder.parent / f"{folder.name}.new")
    (file,) = new.rglob("Base.yaml")
    file.write_text(RENAMED)
    shutil.rmtree(place)
    shutil.move(new, place)
    workspace.files_changed([str(place)])
    assert codes(workspace, folder)["app/Classes/App.yaml"] == ["MPL651"]


def test_what_a_link_leads_to_is_read(workspace: Workspace, folder: Path) -> None:
    base, target = (folder / "base/Classes/Base.yaml", folder / "base/Resources/Base.yaml")
    target.parent.mkdir()
    shutil.move(base, target)
    base.symlink_to(target)
    workspace.files_changed([str(base), str(target)])
    assert codes(workspace, folder) == {}
    target.write_text(RENAMED)
    workspace.files_changed([str(target)])
    assert codes(workspace, folder)["app/Classes/App.yaml"] == ["MPL651"]


def test_a_zip_that_changes_is_opened_again(workspace: Workspace, folder: Path) -> None:
    shutil.move(folder / "base", folder.parent / f"{folder.name}.base")
    archive = folder / "base.zip"
    for text, expected in ((BASE, False), (RENAMED, True)):
        with zipfile.ZipFile(archive, "w") as packed:
            for path, content in FILES.items():
                if path.startswith("base/"):
                    new = text if content == BASE else content
                    packed.writestr(path.removeprefix("base/"), new)
        workspace.files_changed([str(archive)])
        list(workspace.diagnostics())
        said = workspace.known_diagnostics(str(folder / "app/Classes/App.yaml"))
        assert bool(said) is expected


def test_a_file_elsewhere_is_checked_with_its_package(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    empty = tmp_path_factory.mktemp("empty")
    workspace = Workspace([])
    file = str(folder / "base/Classes/Base.yaml")
    workspace.open(file, RENAMED)
    assert set(codes(workspace, folder)) == {"base/Classes/Base.yaml", "base/Classes/Other.yaml"}
    workspace.close(file)
    workspace.open(str(empty / "note.yaml"), "a: 1\n")
    list(workspace.diagnostics())
    assert workspace.analysis(str(empty / "note.yaml")) is None


def test_settings_and_comments_count(folder: Path) -> None:
    file = str(folder / "app/Classes/App.yaml")
    wrong = APP.replace("$.grow", "$.grov")
    workspace = Workspace([str(folder)], muranopl.Settings(ignore=("MPL651",)))
    workspace.open(file, wrong)
    assert codes(workspace, folder) == {"app/Classes/App.yaml": []}
    workspace = Workspace([str(folder)])
    comment = "  # muranopl: ignore[MPL651]\n"
    workspace.open(file, wrong.replace("by => 1)\n", f"by => 1){comment}"))
    assert codes(workspace, folder) == {"app/Classes/App.yaml": []}


def test_a_half_typed_file_is_analysed_as_it_was(workspace: Workspace, folder: Path) -> None:
    file = str(folder / "base/Classes/Base.yaml")
    half = BASE.replace("- Return: $.size + $by", "- Return: [")
    workspace.open(file, half)
    # It never was whole in this editor
    assert workspace.analysis(file) is not None
    for text in (BASE, half):
        workspace.change(file, text)
        analysis = workspace.analysis(file)
        assert analysis is not None
        assert analysis.texts["base/Classes/Base.yaml"] == text
        (unit, _) = analysis.package.units
        assert [method.name for method in unit.classes[0].methods] == ["grow"]
        types = {type_.name for type_ in analysis.results.inheritance.types}
        assert {"acme.base.Base", "acme.base.Other"} <= types


@pytest.mark.parametrize(
    "line",
    [
        "Name: Base\n",
        "Extends: 2001-99-99\n",
        "Import: !wrong text\n",
        "Import: *nothing\n",
        "Import: !yaql '1 =='\n",
        "Usage: Class\n",
    ],
)
def test_a_file_with_other_errors_is_analysed_as_it_is(
    workspace: Workspace, folder: Path, line: str
) -> None:
    file = str(folder / "base/Classes/Base.yaml")
    workspace.analysis(file)
    workspace.open(file, f"{line}{RENAMED}")
    analysis = workspace.analysis(file)
    assert analysis is not None
    (unit, _) = analysis.package.units
    assert [method.name for method in unit.classes[0].methods] == ["growth"]


RESOURCES = {
    "placeholders of a plan": (
        "- Return: new(sys:Resources).yaml('Run.template').bind(dict(port => 1))",
        PLAN,
        ("$port", "$prot"),
        "MPL669",
    ),
    "version of a Heat template": (
        "- new(sys:HeatStack, name => x).updateTemplate(sys:Resources.yaml('Run.template'))",
        "heat_template_version: 2013-05-23\nresources: {}\n",
        ("2013-05-23", "2015-10-15"),
        "MPL825",
    ),
}
"""A body, a resource that it reads, an edit of that, and the diagnostic of the body."""


@pytest.mark.parametrize("what", RESOURCES)
def test_what_code_knows_of_an_edited_resource(
    what: str, workspace: Workspace, folder: Path
) -> None:
    body, text, edit, code = RESOURCES[what]
    file, resource = "app/Classes/App.yaml", folder / "app/Resources/Run.template"
    class_ = APP.replace("- Return: $.grow(by => 1)", body)
    class_ = class_.replace("base: acme.base", "base: acme.base\n  sys: io.murano.system")
    (folder / file).write_text(class_)
    resource.parent.mkdir()
    resource.write_text(text)
    workspace.files_changed([str(folder / file), str(resource)])
    assert codes(workspace, folder).get(file, []) == []
    workspace.open(str(resource), text.replace(*edit))
    assert codes(workspace, folder).get(file) == [code]
    workspace.change(str(resource), text)
    assert codes(workspace, folder).get(file, []) == []


def test_a_package_without_its_manifest_is_analysed_as_it_was(
    workspace: Workspace, folder: Path
) -> None:
    manifest = str(folder / "base/manifest.yaml")
    before = workspace.analysis(manifest)
    workspace.open(manifest, "Classes: {")
    after = workspace.analysis(manifest)
    assert before is not None
    assert after is not None
    assert after.package.header.id == before.package.header.id
    assert len(after.package.units) == len(before.package.units) > 0
    assert after.texts["base/manifest.yaml"] == "Classes: {"


def test_a_cache_knows_what_an_earlier_workspace_said(folder: Path) -> None:
    (folder / "app/Classes/App.yaml").write_text(APP.replace("$.grow", "$.grov"))
    cache = muranopl.Cache.in_memory()
    for _ in range(2):
        workspace = Workspace([str(folder)], cache=cache)
        assert codes(workspace, folder) == {"app/Classes/App.yaml": ["MPL651"]}
    workspace.change(str(folder / "base/Classes/Base.yaml"), RENAMED)
    assert "base/Classes/Other.yaml" in codes(workspace, folder)


def test_an_analysis_may_be_asked_for_within_a_check_that_is_cancelled(
    workspace: Workspace, folder: Path
) -> None:
    file = str(folder / "base/Classes/Base.yaml")
    cancelled = False
    workspace.change(file, RENAMED)
    lanes = workspace.diagnostics(lambda: cancelled)
    assert next(lanes).path == file
    cancelled = True
    workspace.change(file, f"{RENAMED}# more\n")
    analysis = workspace.analysis(file)
    assert analysis is not None
    assert analysis.texts["base/Classes/Base.yaml"].endswith("# more\n")
    assert list(lanes) == []
    assert "app/Classes/App.yaml" in codes(workspace, folder)


def test_rules_of_ones_own_are_applied(folder: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "team.py").write_text(
        '''"""Rules of a team."""
from muranopl import Finding, rule

@rule("TEAMS7", "author-is-acme", severity="warning")
def author(package):
    """Packages have another author.

    That is so in this team.
    """
    for file in package.files:
        if file.path.endswith("App.yaml"):
            yield Finding(file.place(3, 1, 4), "the author is acme")
            yield Finding(file.place(10, 47, 0), "the sign of an empty key ends here")
'''
    )
    with (folder / "app/Classes/App.yaml").open("a") as file:
        file.write("Properties: {sizes: {Contract: {}, Default: {?: 1}}}\n")
    settings = muranopl.Settings(rules=(str(rules),), select=("TEAMS7",))
    expected = muranopl.Catalog([str(folder)], settings=settings).check().diagnostics
    workspace = Workspace([str(folder)], settings)
    said = [item for _, items in workspace.diagnostics() for item in items]
    assert sorted(said, key=muranopl.Diagnostic.sort_key) == list(expected)
    assert len(said) == 2


@pytest.mark.parametrize("key", ["libraries", "core_library"])
def test_packages_are_checked_with_settings_that_do_not_apply(folder: Path, key: str) -> None:
    value = str(folder / "nowhere")
    settings = (
        muranopl.Settings(libraries=(value,))
        if key == "libraries"
        else muranopl.Settings(core_library=value)
    )
    workspace = Workspace([str(folder)], settings)
    workspace.open(str(folder / "app/Classes/App.yaml"), APP.replace("$.grow", "$.grov"))
    assert codes(workspace, folder) == {"app/Classes/App.yaml": ["MPL651"]}
    (problem,) = workspace.problems
    assert value in problem
