"""Fixes that change the manifest: a requirement, a listed class, a later format."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping
from muranopl.ard.rewriting import with_entry, with_value
from muranopl.ard.sources.source import path_inside
from muranopl.diagnostics.fixes import Applicability, Fix, fixed_by
from muranopl.diagnostics.places import File
from muranopl.language.grammar.formats import KNOWN, Format
from muranopl.language.grammar.names import DOTTED
from muranopl.read.package import PackageHeader, PackageId

_CLASSES = "Classes/"
# Functions changed with this format, so that expressions of older packages may change their meaning
_SAME_FUNCTIONS = KNOWN[3]


def requiring(header: PackageHeader, package: PackageId) -> tuple[Fix, ...]:
    """Return the fix that adds a package to `Require`, in any version of its major one."""
    major = str(package.version).partition(".")[0]
    edit = with_entry(header.manifest.node, "Require", f"{package.name}: {major}")
    return fixed_by(f'add "{package.name}" to Require in manifest.yaml', edit)


def listing(header: PackageHeader, name: str, file: File) -> tuple[Fix, ...]:
    """Return the fix that lists a class under `Classes`."""
    path = path_inside(header.source, file).removeprefix(_CLASSES)
    if not DOTTED.match(name) or not path.isprintable() or set(path) & set(":#'\""):
        return ()
    edit = with_entry(header.manifest.node, "Classes", f"{name}: {path}")
    return fixed_by(f'list "{name}" under Classes in manifest.yaml', edit)


def raising(manifest: Mapping, here: Format, since: Format) -> tuple[Fix, ...]:
    """Return the fix that raises the format of a package to a later one."""
    is_safe = here >= _SAME_FUNCTIONS
    return fixed_by(
        f"write `Format: {since}` in manifest.yaml",
        with_value(manifest, "Format", str(since)),
        applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE,
    )
