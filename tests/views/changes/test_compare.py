"""What changed from one version of a package to another, and which version that needs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import muranopl
from muranopl.views.changes.comparison import is_enough, needed_version
from tests import command_line
from tests.git_repository import commit_all

MANIFEST = """\
Format: MuranoPL/1.4
Type: Library
FullName: example.shop
Version: {version}
Name: Shop
Description: A shop
Author: muranopl
Classes:
  example.Shop: Shop.yaml
  example.Base: Base.yaml
"""
BASE = """\
Namespaces: {=: example}
Name: Base
Properties:
  inherited: {Contract: $.string()}
"""
SHOP = """\
Namespaces: {=: example}
Name: Shop
Extends: Base
Properties:
  port: {Contract: $.int().notNull(), Default: 80}
  label: {Contract: $.string()}
  url: {Contract: $.string(), Usage: Out}
Methods:
  open:
    Scope: Public
    Arguments:
      - hour: {Contract: $.int().notNull()}
      - day: {Contract: $.string(), Default: Monday}
    Body:
      - Return: $hour
"""


def package(folder: Path, shop: str = SHOP, version: str = "1.0.0", **files: str) -> Path:
    """Write a package with a class of some text."""
    texts = {
        "manifest.yaml": MANIFEST.format(version=version),
        "Classes/Shop.yaml": shop,
        "Classes/Base.yaml": BASE,
        **files,
    }
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


CHANGES = {
    "nothing": ("port", "port", None),
    "a comment": ("Name: Shop\n", "Name: Shop  # the shop\n", None),
    "a property is gone": ("  label: {Contract: $.string()}\n", "", "major"),
    "an optional property": ("  label:", "  more: {Contract: $.int()}\n  label:", "minor"),
    "a required property": ("  label:", "  more: {Contract: $.int().notNull()}\n  label:", "major"),
    "an output": ("  label:", "  more: {Contract: $.int(), Usage: Out}\n  label:", "minor"),
    "must be given": (", Default: 80", "", "major"),
    "another default": ("Default: 80", "Default: 81", "minor"),
    "takes null": ("$.int().notNull(), Default: 80", "$.int(), Default: 80", "minor"),
    "refuses null": (
        "label: {Contract: $.string()",
        "label: {Contract: $.string().notNull()",
        "major",
    ),
    "a condition": ("$.int().notNull(), D", "$.int().notNull().check($ < 1024), D", "major"),
    "another type": ("label: {Contract: $.string()", "label: {Contract: $.class(Base)", "major"),
    "other values": ("$.int().notNull(), D", "$.bool().notNull(), D", "major"),
    "another output": ("url: {Contract: $.string()", "url: {Contract: [$.string()]", "major"),
    "an input": ("Usage: Out", "Usage: InOut", "minor"),
    "no input": (
        "label: {Contract: $.string()",
        "label: {Usage: Runtime, Contract: $.string()",
        "major",
    ),
    "of the class itself": ("Methods:\n", "Methods:\n  _close: {Body: []}\n", "patch"),
    "written otherwise": ("$.int().notNull(), Default", "$.notNull().int(), Default", "patch"),
    "no ancestor": ("Extends: Base\n", "", "major"),
    "a body": ("Return: $hour", "Return: $hour + 1", "patch"),
    "a method is gone": (SHOP[SHOP.index("Methods") :], "", "major"),
    "a method": ("Methods:\n", "Methods:\n  close: {Body: []}\n", "minor"),
    "no longer public": ("    Scope: Public\n", "", "major"),
    "a required argument": (
        "      - day:",
        "      - more: {Contract: $.int().notNull()}\n      - day:",
        "major",
    ),
    "an optional argument": (
        "    Body:\n",
        "      - more: {Contract: $.int()}\n    Body:\n",
        "minor",
    ),
    "an argument of another name": ("- hour:", "- time:", "major"),
    "an argument is narrower": (
        "hour: {Contract: $.int()",
        "hour: {Contract: $.class(Base)",
        "major",
    ),
    "a static method": ("    Scope: Public\n", "    Usage: Static\n    Scope: Public\n", "major"),
}


@pytest.mark.parametrize(("before", "after", "level"), CHANGES.values(), ids=CHANGES)
def test_levels(before: str, after: str, level: str | None, tmp_path: Path) -> None:
    """The worst change has the level, and both places where there are two."""
    changed = SHOP.replace(before, after)
    old = package(tmp_path / "old")
    new = package(tmp_path / "new", changed, "2.0.0")
    comparison = muranopl.compare(old, new)
    worst = comparison.level
    assert (None if worst is None else worst.word) == level, comparison.to_text()
    for change in comparison.changes:
        assert change.old is not None or change.new is not None
    assert comparison.ok


def test_the_reverse_of_what_is_new_is_major(tmp_path: Path) -> None:
    """What one direction adds, the other one takes away."""
    for before, after, level in CHANGES.values():
        if level == "minor" and "Default: 8" not in before:
            old = package(tmp_path / "old", SHOP.replace(before, after))
            comparison = muranopl.compare(old, package(tmp_path / "new"))
            assert comparison.level is muranopl.Level.MAJOR, before


@pytest.mark.parametrize(
    ("old", "level", "needed"),
    [
        ("1.2.3", "MAJOR", "2.0.0"),
        ("1.2.3", "MINOR", "1.3.0"),
        ("1.2.3", "PATCH", "1.2.4"),
        ("1.2.3", None, "1.2.3"),
        ("0.2.3", "MAJOR", "0.3.0"),
        ("0.2.3", "MINOR", "0.2.4"),
        ("2.0.0-rc.1", "MAJOR", "2.0.0"),
    ],
)
def test_needed_versions(old: str, level: str | None, needed: str) -> None:
    """The needed version is enough, a pre-release of it too, and what comes before is not."""
    worst = None if level is None else muranopl.Level[level]
    assert needed_version(old, worst) == needed
    assert is_enough(old, needed, worst)
    if level is not None:
        assert not is_enough(old, old, worst)
        assert is_enough(old, f"{needed}-rc.2", worst)
        assert not is_enough(old, "0.0.1", worst)


def run(*words: str | Path) -> tuple[int, str]:
    """Return the exit status and the output of `muranopl diff`."""
    result = command_line.run("diff", *map(str, words))
    return result.exit_code, result.output


def test_formats_and_exit_status(tmp_path: Path) -> None:
    """A version that is too low is status 1, in each format."""
    old = package(tmp_path / "old")
    new = package(tmp_path / "new", SHOP.replace(", Default: 80", ""), "1.1.0")
    status, text = run(old, new)
    assert status == 1
    assert 'major: property "port" of example.Shop is now required' in text
    assert text.endswith("major changes since 1.0.0 need 2.0.0 or later.\n")
    status, text = run(old, new, "--format", "json")
    data = json.loads(text)
    assert (status, data["level"], data["needed"], data["ok"]) == (1, "major", "2.0.0", False)
    assert data["changes"][0]["new"]["line"] == 5
    status, text = run(old, new, "--format", "markdown")
    assert status == 1
    assert "| major | property" in text


def test_manifests_and_forms(tmp_path: Path) -> None:
    """Classes, requirements, formats and forms are compared, too."""
    form = "Version: 2\nForms:\n  - a:\n      fields:\n        - {name: x, type: string}\nApplication: {}\n"
    old = package(tmp_path / "old", **{"UI/ui.yaml": form})
    new = package(tmp_path / "new", **{"UI/ui.yaml": form.replace("name: x", "name: y")})
    manifest = MANIFEST.format(version="1.0.0").replace("  example.Base: Base.yaml\n", "")
    (new / "manifest.yaml").write_text(
        manifest.replace("1.4", "1.3") + "Require: {example.other: 1}\n"
    )
    texts = {
        f"{change.level.word}: {change.subject} {change.text}"
        for change in muranopl.compare(old, new).changes
    }
    assert texts >= {
        "major: class example.Base was removed",
        "minor: requirement example.other is new",
        "patch: the package changed from format MuranoPL/1.4 to MuranoPL/1.3",
        'minor: field "a.x" of the form was removed',
        'minor: field "a.y" of the form is new',
    }


FORM = """\
Version: 2
Application: {"?": {type: example.Shop}, port: 80}
Templates: {part: {a: 1}}
"""
HEAT = """\
Format: Heat.HOT/1.0
Type: Application
FullName: example.shop
Version: 1.0.0
Name: Shop
Description: A shop
Author: muranopl
"""
TEMPLATE = "heat_template_version: 2013-05-23\nresources: {}\n"
REST = {
    "an Application": (
        {"UI/ui.yaml": FORM},
        {"UI/ui.yaml": FORM.replace("80", "81")},
        {"patch: the Application of the form changed"},
    ),
    "true, not 1": (
        {"UI/ui.yaml": FORM.replace("80", "1")},
        {"UI/ui.yaml": FORM.replace("80", "true")},
        {"patch: the Application of the form changed"},
    ),
    "a template of the form": (
        {"UI/ui.yaml": FORM},
        {"UI/ui.yaml": FORM.replace("{part: {a: 1}}", "{more: {a: 1}}")},
        {
            'patch: template "part" of the form was removed',
            'patch: template "more" of the form is new',
        },
    ),
    "a Heat template": (
        {"manifest.yaml": HEAT, "template.yaml": TEMPLATE},
        {"manifest.yaml": HEAT, "template.yaml": TEMPLATE + "description: x\n"},
        {'patch: file "template.yaml" changed'},
    ),
    "files of a class that cannot be read": (
        {"Classes/Shop.yaml": SHOP + "x: y: z\n"},
        {"Classes/Shop.yaml": SHOP + "z: y: x\n"},
        {
            "patch: class example.Shop changed, and cannot be compared, so it is at least a patch; muranopl check "
            "reports the reason"
        },
    ),
    "a class that still cannot be read": (
        {"Classes/Shop.yaml": SHOP + "x: y: z\n"},
        {"Classes/Shop.yaml": SHOP + "x: y: z\n"},
        set(),
    ),
    "a class that could not be read": (
        {"Classes/Shop.yaml": "x: y: z\n"},
        {"manifest.yaml": MANIFEST.replace("  example.Shop: Shop.yaml\n", "")},
        {"major: class example.Shop was removed"},
    ),
    "a class that its file never declared": (
        {"manifest.yaml": MANIFEST + "  example.Else: Base.yaml\n"},
        {},
        set(),
    ),
    "a class that its file declares now": (
        {"manifest.yaml": MANIFEST + "  example.Else: Base.yaml\n"},
        {
            "manifest.yaml": MANIFEST + "  example.Else: Base.yaml\n",
            "Classes/Base.yaml": BASE + "---\nName: Else\n",
        },
        {"minor: class example.Else is new"},
    ),
    "methods beside an ancestor that is missing": (
        {"Classes/Shop.yaml": SHOP.replace("Base", "Missing")},
        {"Classes/Shop.yaml": SHOP.replace("Base", "Missing").replace("  open:", "  close:")},
        {
            'patch: method "open" of example.Shop is no longer declared; '
            "a missing ancestor may have it",
            'patch: method "close" of example.Shop is declared now; a missing ancestor may have it',
        },
    ),
    "what an ancestor declares is its own change": (
        {},
        {"Classes/Base.yaml": BASE + "  more: {Contract: $.int()}\n"},
        {'minor: property "more" of example.Base is new'},
    ),
}


@pytest.mark.parametrize(("before", "after", "expected"), REST.values(), ids=REST)
def test_nothing_that_differs_is_passed_over(
    before: dict[str, str], after: dict[str, str], expected: set[str], tmp_path: Path
) -> None:
    """What has no declarations to compare, or only some of them, has its changes, too."""
    folders = []
    for name, files in (("old", before), ("new", after)):
        manifest = files.get("manifest.yaml", MANIFEST).format(version="1.0.0")
        written = {**files, "manifest.yaml": manifest}
        shop = written.pop("Classes/Shop.yaml", SHOP)
        folders.append(package(tmp_path / name, shop, **written))
    changes = muranopl.compare(*folders).changes
    texts = {f"{item.level.word}: {item.subject} {item.text}" for item in changes}
    assert texts == expected


def test_the_verdict_says_that_a_change_is_unknown(tmp_path: Path) -> None:
    folders = [package(tmp_path / word, f"{SHOP}{word}: y: z\n") for word in ("old", "new")]
    manifest = Path(folders[1]) / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace("1.0.0", "1.0.1"))
    comparison = muranopl.compare(*folders)
    assert (comparison.ok, comparison.known) == (True, False)
    expected = "1.0.1: patch changes since 1.0.0, and unknown changes: they need at least 1.0.1."
    assert comparison.verdict.endswith(expected)


def test_places_in_zips(tmp_path: Path) -> None:
    """The place of a change is in an entry of the zip."""
    zips = []
    for name, shop in (("old", SHOP), ("new", SHOP.replace("80", "81"))):
        folder = package(tmp_path / name, shop)
        zips.append(shutil.make_archive(str(tmp_path / name), "zip", folder))
    _, text = run(*zips)
    assert "old.zip/Classes/Shop.yaml:5:3" in text
    assert "new.zip/Classes/Shop.yaml:5:3" in text


def test_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REF:PATH is a folder in a commit of the repository of the current folder."""
    monkeypatch.chdir(tmp_path)
    package(tmp_path / "shop")
    commit_all(tmp_path)
    package(tmp_path / "shop", SHOP.replace("80", "81"), "1.1.0")
    status, text = run("HEAD:shop", "shop")
    assert status == 0, text
    assert "has a different Default" in text
    for wrong in ("HEAD:nowhere", "nothing:shop", "--output=x:shop", "HEAD~9:shop"):
        status, text = run(wrong, "shop")
        assert status == 2
        assert not (tmp_path / "x").exists()


def test_quirks_are_followed(tmp_path: Path) -> None:
    """A property with a default class must be given in the engine, which creates no object."""
    old = package(tmp_path / "old")
    more = "  more:\n    Contract: $.class(Base, Base).notNull()\n  label:"
    new = package(tmp_path / "new", SHOP.replace("  label:", more))
    levels = [
        muranopl.compare(old, new, quirks=quirks).level
        for quirks in ((), "default-class", "engine")
    ]
    assert [level and level.word for level in levels] == ["minor", "major", "major"]
    assert "major" in run(old, new, "--quirk", "default-class")[1]
    status, text = run(old, new, "--quirk", "defaultclass")
    assert (status, 'did you mean "default-class"?' in text) == (2, True)


def test_wrong_usage(tmp_path: Path) -> None:
    """Paths with no package, with several or with another one are wrong usage."""
    old = package(tmp_path / "catalog" / "old")
    other = package(tmp_path / "other")
    text = (other / "manifest.yaml").read_text()
    (other / "manifest.yaml").write_text(text.replace("example.shop", "example.market"))
    broken = package(tmp_path / "broken")
    (broken / "manifest.yaml").write_text("Format: 9\n")
    package(tmp_path / "catalog" / "more")
    (tmp_path / "empty").mkdir()
    for new, message in (
        (other, "different packages"),
        (tmp_path / "catalog", "must be one package"),
        (tmp_path / "empty", "must be one package"),
        (tmp_path / "nowhere", "does not exist"),
        (broken, "cannot be used"),
    ):
        status, text = run(old, new)
        assert (status, message in text) == (2, True), text
