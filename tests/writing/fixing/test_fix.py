"""Fixes written to files: what changes, and that nothing else does."""

from __future__ import annotations

import codecs
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import muranopl
from muranopl.diagnostics.diagnostic import TextEdit
from muranopl.diagnostics.places import File, Place
from muranopl.writing.fixing.encoded_text import EncodedText

MANIFEST = """\
Format: '1.4'  # a comment
Type: Library
FullName: example.fixes
Name: "Fixes"
Discription: äöü
Classes:
  example.fixes.One: One.yaml
"""
CLASS = """\
Namespaces: {=: example.fixes}
Name:   One  # Nmae
Methds:
  run:
    Body:
      - $x: 'äöü'
      - Retrun: $x
"""
FIXED_MANIFEST = MANIFEST.replace("Discription", "Description")
FIXED_CLASS = CLASS.replace("Methds", "Methods").replace("Retrun", "Return")


def package(folder: Path, manifest: bytes, class_: bytes) -> Path:
    (folder / "Classes").mkdir(parents=True)
    (folder / "manifest.yaml").write_bytes(manifest)
    (folder / "Classes" / "One.yaml").write_bytes(class_)
    return folder


def encoded(text: str, encoding: str, mark: bytes, line_end: str) -> bytes:
    return mark + text.replace("\n", line_end).encode(encoding)


ENCODINGS = {
    "utf-8": ("utf-8", b""),
    "utf-8 with a byte order mark": ("utf-8", codecs.BOM_UTF8),
    "utf-16, little end first": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-16, big end first": ("utf-16-be", codecs.BOM_UTF16_BE),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("name", ENCODINGS)
def test_only_what_is_wrong_changes(tmp_path: Path, name: str, line_end: str) -> None:
    encoding, mark = ENCODINGS[name]
    class_ = encoded(CLASS, encoding, mark, line_end)
    app = package(tmp_path / "app", MANIFEST.encode(), class_)
    os.chmod(app / "Classes" / "One.yaml", 0o640)
    result = muranopl.Catalog(app).fix()
    assert {item.code for item in result.made} == {"MPL120", "MPL602"}
    assert (result.left, len(result.files)) == ((), 2)
    written = (app / "Classes" / "One.yaml").read_bytes()
    assert written == encoded(FIXED_CLASS, encoding, mark, line_end)
    assert (app / "manifest.yaml").read_bytes() == FIXED_MANIFEST.encode()
    assert (app / "Classes" / "One.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(app / "Classes")) == ["One.yaml"]
    assert muranopl.Catalog(app).fix().files == ()


def test_nothing_is_written_unless_asked_for(tmp_path: Path) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), CLASS.encode())
    result = muranopl.Catalog(app).fix(write=False)
    assert (app / "manifest.yaml").read_bytes() == MANIFEST.encode()
    assert "-Discription: äöü\n+Description: äöü\n" in result.diff
    chosen = muranopl.Catalog(app).fix(only=lambda item: item.code == "MPL602")
    assert [item.code for item in chosen.made] == ["MPL602"]
    assert (app / "manifest.yaml").read_bytes() == MANIFEST.encode()
    result.files[0].write() if "manifest" in result.files[0].path else None
    with pytest.raises(OSError, match="another program changed it"):
        result.write()


def test_files_behind_links_and_in_zips_stay(tmp_path: Path) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), CLASS.encode())
    (app / "Classes" / "One.yaml").rename(app / "Classes" / "real.txt")
    (app / "Classes" / "One.yaml").symlink_to("real.txt")
    with zipfile.ZipFile(tmp_path / "app.zip", "w") as zipped:
        zipped.writestr("manifest.yaml", MANIFEST)
        zipped.writestr("Classes/One.yaml", CLASS)
    result = muranopl.Catalog([app, tmp_path / "app.zip"]).fix()
    assert [file.path for file in result.files] == [str(app / "manifest.yaml")]
    paths = {os.path.basename(item.path) for item in result.left}
    assert paths == {"One.yaml", "app.zip"}
    assert (app / "Classes" / "real.txt").read_bytes() == CLASS.encode()
    assert (app / "Classes" / "One.yaml").is_symlink()


def test_a_file_that_is_read_only_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), CLASS.encode())
    # As for a user who may write into the folder, but not into its files
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    with pytest.raises(PermissionError, match="read-only"):
        muranopl.Catalog(app).fix()
    assert (app / "manifest.yaml").read_bytes() == MANIFEST.encode()
    assert sorted(os.listdir(app)) == ["Classes", "manifest.yaml"]


def test_an_edit_while_fixes_are_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), FIXED_CLASS.encode())
    manifest = app / "manifest.yaml"
    chmod = os.chmod

    def saved_meanwhile(path: str, mode: int) -> None:
        chmod(path, mode)
        manifest.write_text(f"{MANIFEST}Tags: [edited]\n", encoding="utf-8")

    monkeypatch.setattr(os, "chmod", saved_meanwhile)
    with pytest.raises(OSError, match="another program changed it"):
        muranopl.Catalog(app).fix()
    assert manifest.read_text(encoding="utf-8").endswith("Tags: [edited]\n")
    assert sorted(os.listdir(app)) == ["Classes", "manifest.yaml"]


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files have no owners")
def test_owner_mode_and_attributes_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), FIXED_CLASS.encode())
    manifest = app / "manifest.yaml"
    if os.geteuid() == 0:
        os.chown(manifest, 1, 2)
    manifest.chmod(0o640)
    # Not every file system has some
    attributes = {"user.note": b"a", "system.none": b"b"}
    written: dict[str, bytes] = {}

    def write(_path: str, name: str, value: bytes) -> None:
        if name == "system.none":
            raise PermissionError
        written[name] = value

    monkeypatch.setattr(os, "listxattr", lambda _path: list(attributes), raising=False)
    monkeypatch.setattr(os, "getxattr", lambda _path, name: attributes[name], raising=False)
    monkeypatch.setattr(os, "setxattr", write, raising=False)
    before = manifest.stat()
    muranopl.Catalog(app).fix()
    after = manifest.stat()
    assert after.st_ino != before.st_ino
    for field in ("st_uid", "st_gid", "st_mode"):
        assert getattr(after, field) == getattr(before, field)
    assert written == {"user.note": b"a"}


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files have no owners")
def test_a_file_whose_owner_cannot_be_kept_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    app = package(tmp_path / "app", MANIFEST.encode(), FIXED_CLASS.encode())
    monkeypatch.setattr(os, "chown", refused)
    with pytest.raises(PermissionError, match="owner"):
        muranopl.Catalog(app).fix()
    assert (app / "manifest.yaml").read_bytes() == MANIFEST.encode()
    assert sorted(os.listdir(app)) == ["Classes", "manifest.yaml"]


def test_what_killed_processes_left_is_removed(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    app = package(tmp_path / "app", MANIFEST.encode(), FIXED_CLASS.encode())
    for name in (".muranopl-abcd_123", ".muranopl-in_use_1", ".muranopl-mine"):
        (app / name).write_text("half")
    (app / ".muranopl-folder_1").mkdir()
    (app / ".muranopl-linked_1").symlink_to("manifest.yaml")
    # The one of a process that is alive is locked
    with open(app / ".muranopl-in_use_1", "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        muranopl.Catalog(app).fix()
    assert sorted(os.listdir(app)) == [
        ".muranopl-folder_1",
        ".muranopl-in_use_1",
        ".muranopl-linked_1",
        ".muranopl-mine",
        "Classes",
        "manifest.yaml",
    ]


def test_a_file_that_is_being_written_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    app = package(tmp_path / "app", MANIFEST.encode(), FIXED_CLASS.encode())
    replace, tried = os.replace, []

    def locked(new: str, path: str) -> None:
        with open(new, "rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        tried.append(os.path.basename(new))
        replace(new, path)

    monkeypatch.setattr(os, "replace", locked)
    muranopl.Catalog(app).fix()
    assert [name.startswith(".muranopl-") for name in tried] == [True]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_a_difference_can_be_applied(tmp_path: Path, line_end: str) -> None:
    text = CLASS.replace("'äöü'", "'ä\u2028ö\x85ü'").rstrip("\n")
    class_ = encoded(text, "utf-8", codecs.BOM_UTF8, line_end)
    app = package(tmp_path / "app", FIXED_MANIFEST.encode(), class_)
    (changed,) = muranopl.Catalog(app).fix(write=False).files
    lines = changed.diff.split("\n")[2:]
    for sign, data in (("-", changed.before), ("+", changed.after)):
        side = [line[1:] for line in lines if line[:1] in {sign, " "}]
        assert side[0].startswith("\ufeff")
        assert "\n".join(side).removesuffix("\n") in data.decode()
    assert changed.before != changed.after


def test_another_name_of_a_file_keeps_its_content(tmp_path: Path) -> None:
    app = package(tmp_path / "app", MANIFEST.encode(), CLASS.encode())
    outside = tmp_path / "outside.yaml"
    os.link(app / "manifest.yaml", outside)
    muranopl.Catalog(app).fix()
    assert outside.read_bytes() == MANIFEST.encode()
    assert (app / "manifest.yaml").read_bytes() == FIXED_MANIFEST.encode()


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=5),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(sorted(ENCODINGS)),
    st.data(),
)
def test_bytes_outside_of_edits_are_the_same(
    lines: list[str], line_end: str, name: str, data: st.DataObject
) -> None:
    encoding, mark = ENCODINGS[name]
    text = EncodedText.of(mark + line_end.join(lines).encode(encoding))
    if text is None:
        return
    line = data.draw(st.integers(1, len(lines)))
    first = data.draw(st.integers(1, len(lines[line - 1]) + 1))
    last = data.draw(st.integers(first, len(lines[line - 1]) + 1))
    edit = TextEdit(Place(File("", ""), line, first, line, last), "new\n")
    substitutions = text.substitutions([edit])
    assert substitutions is not None
    written = text.replaced(substitutions).data()
    new = line_end if len(lines) > 1 else "\n"
    changed = f"{lines[line - 1][: first - 1]}new{new}{lines[line - 1][last - 1 :]}"
    expected = [*lines[: line - 1], changed, *lines[line:]]
    assert written == mark + line_end.join(expected).encode(encoding)
