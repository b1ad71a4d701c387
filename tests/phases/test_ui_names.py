"""Names in UI definitions are looked up in the whole catalog: packages that have them are read, required or not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import muranopl
from tests.manifests import write_files
from tests.material import all_of
from tests.phases.reuse.records import known_packages

APPLICATION = "Application: {'?': {type: example.app.App}, disk: $}\n"
LISTED = "Format: 1.4\nType: {type}\nFullName: example.{name}\nClasses: {{example.{name}.{class_}: C.yaml}}\n"
CLASS = "Name: example.{name}.{class_}\nProperties: {{disk: {{Contract: $.string()}}}}\n"


def write(folder: Path, name: str, class_: str, ui: str, more: str = "") -> Path:
    """Write a package with one class and a UI definition."""
    texts = {
        "manifest.yaml": LISTED.format(type="Application", name=name, class_=class_),
        "Classes/C.yaml": CLASS.format(name=name, class_=class_) + more,
        "UI/ui.yaml": ui,
    }
    return write_files(folder / name, texts)


@pytest.fixture
def lib(tmp_path: Path) -> Path:
    return write(tmp_path, "lib", "Disk", "Application: {'?': {type: example.lib.Disk}}\n")


@pytest.fixture
def known(caplog: pytest.LogCaptureFixture) -> Callable[[], tuple[int, int]]:
    """How many packages the last check found in the cache, and of how many."""
    caplog.set_level(logging.INFO, "muranopl.phases")

    return partial(known_packages, caplog)


DISK = "{'?': {type: example.lib.Disk}}"
FIELD = "Forms: [{f: {fields: [{name: a, type: {type}}]}}]\n"
NAMING = {
    "Application": f"Application: {DISK}\n",
    "a nested object": f"Application: {{'?': {{type: example.app.App}}, disk: [{{a: {DISK}}}]}}\n",
    "a template": f"{APPLICATION}Templates: {{disk: {DISK}}}\n",
    "a parameter": f"{APPLICATION}Parameters: {{disk: {DISK}}}\n",
    "a selector": APPLICATION + FIELD.replace("{type}", "example.lib.Disk"),
    "a selector of several": APPLICATION
    + FIELD.replace("{type}", "[example.app.App, example.lib.Disk]"),
    "a selector of a package": APPLICATION + FIELD.replace("{type}", "example.lib"),
    "ParametersSource": f"{APPLICATION}ParametersSource: example.lib.Disk.get\n",
    "a version": "Application: {'?': {type: '=:example.lib.Disk/1.0'}}\n".replace("=:", ""),
    "a package": "Application: {'?': {type: example.app.App@example.lib}}\n",
    "a package in the header": "Application: {'?': {type: example.app.App, package: example.lib}}\n",
}
SILENT = {
    "another class": f"{APPLICATION}Templates: {{disk: {{'?': {{type: example.lib.Disc}}}}}}\n",
    "no header": f"{APPLICATION}Templates: {{disk: {{type: example.lib.Disk}}}}\n",
    "text": f"{APPLICATION}Templates: {{disk: example.lib.Disk}}\n",
    "an expression": f'{APPLICATION}Templates: {{disk: {{"?": {{type: !yaql "example + .lib.Disk"}}}}}}\n',
    "a class of the package itself": APPLICATION,
}


@pytest.mark.parametrize("where", [*NAMING, *SILENT])
def test_a_package_that_a_definition_names_is_read(
    where: str, tmp_path: Path, lib: Path, known: Callable[[], tuple[int, int]]
) -> None:
    app = write(tmp_path, "app", "App", {**NAMING, **SILENT}[where])
    muranopl.Catalog([app], libraries=[lib], cache=muranopl.Cache.in_memory()).check()
    assert known() == (0, 3 if where in NAMING else 2)


def test_it_need_not_be_required_but_for_class_files(tmp_path: Path, lib: Path) -> None:
    app = write(tmp_path, "app", "App", NAMING["a template"])
    assert "MPL210" not in codes(app, lib)
    write(tmp_path, "app", "App", NAMING["a template"], "Extends: example.lib.Disk\n")
    assert "MPL210" in codes(app, lib)


def codes(app: Path, lib: Path) -> list[str]:
    return [
        diagnostic.code
        for diagnostic in muranopl.Catalog([app], libraries=[lib]).check().diagnostics
    ]


CHANGES = {
    # What changes in the package that is named: file, text, and how many of three packages are
    # still known. What is said of the selector points into that package, so that any change of it
    # counts.
    "another property": (
        "Classes/C.yaml",
        CLASS.format(name="lib", class_="Disk").replace("disk", "disc"),
        1,
    ),
    "another application": ("UI/ui.yaml", "Application: {'?': {type: example.lib.Other}}\n", 1),
    "another template": (
        "UI/ui.yaml",
        "Application: {'?': {type: example.lib.Disk}}\nTemplates: {a: 1}\n",
        1,
    ),
    "no such class": (
        "manifest.yaml",
        LISTED.format(type="Application", name="lib", class_="Disc"),
        1,
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_in_it_is_noticed(
    what: str, tmp_path: Path, lib: Path, known: Callable[[], tuple[int, int]]
) -> None:
    app = write(
        tmp_path, "app", "App", NAMING["a template"] + FIELD.replace("{type}", "example.lib")
    )
    file, text, left = CHANGES[what]
    cache = muranopl.Cache.in_memory()

    def check(cache: muranopl.Cache | None, jobs: int = 1) -> tuple[object, ...]:
        return all_of(muranopl.Catalog([app], libraries=[lib], cache=cache, jobs=jobs).check())

    check(cache)
    (lib / file).write_text(text, encoding="utf-8")
    result = check(cache)
    assert known() == (left, 3)
    assert result == check(None) == check(muranopl.Cache.in_memory(), 2)


def test_the_application_of_a_package_is_seen_where_only_the_other_one_changed(
    tmp_path: Path, lib: Path
) -> None:
    app = write(
        tmp_path, "app", "App", NAMING["a template"] + FIELD.replace("{type}", "example.lib")
    )
    cache = muranopl.Cache.in_memory()
    for change in ("", "# changed\n"):
        file = app / "UI" / "ui.yaml"
        file.write_text(file.read_text(encoding="utf-8") + change, encoding="utf-8")
        result = muranopl.Catalog([app], libraries=[lib], cache=cache).check()
        assert "MPL749" in [diagnostic.code for diagnostic in result.diagnostics]
        assert all_of(result) == all_of(muranopl.Catalog([app], libraries=[lib]).check())


def test_a_package_that_comes_and_goes_is_noticed(tmp_path: Path, lib: Path) -> None:
    app = write(tmp_path, "app", "App", NAMING["a nested object"])
    cache = muranopl.Cache.in_memory()
    for libraries in ([], [lib], []):
        cached = muranopl.Catalog([app], libraries=libraries, cache=cache).check()
        assert all_of(cached) == all_of(muranopl.Catalog([app], libraries=libraries).check())


def test_selectors_tell_what_is_at_hand_with_a_cache_and_without(tmp_path: Path, lib: Path) -> None:
    app = write(tmp_path, "app", "App", APPLICATION + FIELD.replace("{type}", "example.old.Disk"))
    other = write(
        tmp_path, "old.Disk", "Fast", "Application: {'?': {type: example.old.Disk.Fast}}\n"
    )
    near = write(tmp_path, "new.Disk", "Disk", "Application: {'?': {type: example.new.Disk}}\n")
    cache = muranopl.Cache.in_memory()
    said = []
    for others in ([], [near], [near, other], [other], []):
        report = muranopl.Catalog([app, *others], libraries=[lib], cache=cache).check()
        plain = muranopl.Catalog([app, *others], libraries=[lib], jobs=2).check()
        assert (
            all_of(report)
            == all_of(plain)
            == all_of(muranopl.Catalog([app, *others], libraries=[lib]).check())
        )
        said.append(
            [
                (diagnostic.code, diagnostic.suggestion)
                for diagnostic in report.diagnostics
                if diagnostic.code in {"MPL748", "MPL749"}
            ]
        )
    unknown, meant = (
        ("MPL748", "correct the name, or pass the folder of that package with -L"),
        ("MPL748", 'did you mean "example.new.Disk"?'),
    )
    remedy = "name a package whose FullName is also the name of its class"
    offers_another = ("MPL749", remedy)
    assert said == [[unknown], [meant], [offers_another], [offers_another], [unknown]]
