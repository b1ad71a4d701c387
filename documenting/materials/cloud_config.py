"""The software that cloud-init installs: `packages` of cloud-config texts, wherever these stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.diagnostics.places import File, Place
from muranopl.documenting.materials.material import (
    COMPUTED,
    Fetched,
    Material,
    MaterialKind,
    UnknownMaterial,
)

# Resources of packages are parts of a cloud-config, without its first line
_CONFIG = re.compile(
    r"^\s*(?:#cloud-config|(?:runcmd|bootcmd|write_files|yum_repos|apt_sources|package_up(?:date|grade)\w*"
    r"|hostname|ssh_authorized_keys|power_state)\s*:)",
    re.MULTILINE,
)
_PACKAGES = re.compile(r"(?P<indent>\s*)packages\s*:\s*(?P<rest>\[.*)?(?:#.*)?")
_ITEM = re.compile(r"(?P<indent>\s*)-\s+(?P<value>\S.*?)\s*(?:\s#.*)?")
_MANAGER = re.compile(r"(?P<name>apt|snap)\s*:\s*(?P<rest>\[.*)?")
# A name, or a name and its version
_ENTRY = re.compile(r"\[\s*[^\[\],]+,[^\[\],]+\]|[^\s,\[\]]+")
_NAME = "cloud-init"


def configured_packages(file: File, text: str) -> Iterator[Fetched]:
    """Yield the software that the cloud-config in a text installs."""
    if "packages" not in text or not _CONFIG.search(text):
        return
    indent: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        start = _PACKAGES.fullmatch(line)
        if start is not None:
            indent = len(start["indent"])
            yield from _entries(start["rest"] or "", file, number, line)
            continue
        item = _ITEM.fullmatch(line)
        if indent is None or not line.strip() or line.lstrip().startswith("#"):
            continue
        if item is None or len(item["indent"]) < indent:
            indent = None
            continue
        manager = _MANAGER.fullmatch(item["value"])
        names = item["value"] if manager is None else manager["rest"] or ""
        yield from _entries(names, file, number, line)


def _entries(written: str, file: File, number: int, line: str) -> Iterator[Fetched]:
    """Yield the entries of a list, or of one item of it: a name, or a list of name and version."""
    is_pair = (
        re.fullmatch(r"\[\s*[^\[\],]+,\s*['\"]?\d[^\[\],]*\]", written) is not None
    )
    inner = written[1:-1] if written.startswith("[") and not is_pair else written
    for match in _ENTRY.finditer(inner):
        parts = [part.strip(" []'\"") for part in match[0].split(",")]
        name, version = parts[0], parts[1] if len(parts) > 1 else ""
        column = line.find(name) + 1
        place = Place(file, number, column, number, column + len(name))
        if COMPUTED.search(name):
            yield UnknownMaterial(f'{_NAME} installs "{name}"', place)
        elif name:
            yield Material(MaterialKind.SOFTWARE, name, version, _NAME, (place,))
