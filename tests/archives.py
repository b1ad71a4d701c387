"""Zips of packages, as bytes; the same files make the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path


def zip_of(
    files: Mapping[str, str | bytes], top: str = "", method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Return the zip of some files, which are below a folder of it."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", method) as archive:
        for name, content in files.items():
            # Without a date, which would be another one each time
            archive.writestr(zipfile.ZipInfo(top + name), content, method)
    return result.getvalue()


def zip_of_folder(folder: Path, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return the zip of the files of a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    return zip_of(files, method=method)
