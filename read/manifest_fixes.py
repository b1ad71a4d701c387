"""Creates fixes that change the manifest: add a requirement, list a class, raise the format."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.ard.sources.source import path_inside
from muranopl.diagnostics.diagnostic import Applicability, Fix, TextEdit, fixed_by
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File
from muranopl.language.grammar.formats import KNOWN, Format
from muranopl.language.grammar.names import DOTTED
from muranopl.read.package import PackageHeader, PackageId

_CLASSES = "Classes/"
_VERSION = lazy_pattern(r"\d+(\.\d+)*")
# Functions changed with this format, so that expressions of older packages may change their meaning
_SAME_FUNCTIONS = KNOWN[3]


def requiring(header: PackageHeader, package: PackageId) -> tuple[Fix, ...]:
    """Return the fix that adds a package to `Require`, in any version of its major one."""
    major = str(package.version).partition(".")[0]
    edit = _added(header, "Require", f"{package.name}: {major}")
    return fixed_by(f'add "{package.name}" to Require in manifest.yaml', edit)


def listing(header: PackageHeader, name: str, file: File) -> tuple[Fix, ...]:
    """Return the fix that lists a class under `Classes`."""
    path = path_inside(header.source, file).removeprefix(_CLASSES)
    if not DOTTED.match(name) or not path.isprintable() or set(path) & set(":#'\""):
        return ()
    edit = _added(header, "Classes", f"{name}: {path}")
    return fixed_by(f'list "{name}" under Classes in manifest.yaml', edit)


def _added(header: PackageHeader, key: str, entry: str) -> TextEdit | None:
    """Return the edit that adds an entry to the value of a key."""
    from muranopl.ard.rewriting import with_entry  # only what is wrong is edited

    return with_entry(header.manifest.node, key, entry)


def raising(manifest: Mapping, here: Format, since: Format) -> tuple[Fix, ...]:
    """Return the fix that raises the format of a package to a later one."""
    is_safe = here >= _SAME_FUNCTIONS
    return fixed_by(
        f"write `Format: {since}` in manifest.yaml",
        with_format(manifest, since),
        applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE,
    )


def with_format(manifest: Mapping, target: Format) -> TextEdit | None:
    """Return the edit that writes a format, in the notation of the one that is there."""
    from muranopl.ard.rewriting import with_value

    pair = manifest.find("Format")
    if pair is None:
        return with_value(manifest, "Format", str(target))
    return with_version(pair, f"{target.major}.{target.minor}", str(target))


def with_version(pair: tuple[Node, Node], version: str, otherwise: str) -> TextEdit | None:
    """Return the edit that writes a version in place of the one in a value, or all of the value."""
    from muranopl.ard.rewriting import with_pair
    from muranopl.diagnostics.correcting import source_at

    key, value = pair
    written = source_at(value.place) or ""
    if _VERSION.search(written):
        return TextEdit(value.place, _VERSION.sub(version, written, count=1))
    return with_pair(key, value, f"{text_of(key)}: {otherwise}")
