"""Reads the class files that a manifest lists, and finds those that it does not list."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Yaql, is_false, is_null, text_of
from muranopl.ard.sources.source import join_inside, path_inside
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.bounds import FILE_SUGGESTIONS
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import Fix, Refusal, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest_path
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.class_ import ClassDeclaration, read_class
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.manifest import ListedClass
from muranopl.language.grammar.names import NamespacePrefix
from muranopl.language.grammar.reading import Reading
from muranopl.read.documents import CLASS, has_other_kind, read_file, report_outside
from muranopl.read.json_classes import with_expressions
from muranopl.read.manifest_fixes import listing, raising
from muranopl.read.package import ClassUnit, PackageHeader
from muranopl.read.suspicious_scalars import (
    check_default_secrets,
    report_stray_closings,
    report_suspicious_scalars,
)

ReadUnit = Callable[[PackageHeader, str, tuple[ListedClass, ...], Reading, YamlLoader], ClassUnit]
"""Reads the class file at a path, see `read_unit`."""

FOLDER = "Classes"
YAML_SUFFIXES = (".yaml", ".yml")
_WORDS = lazy_pattern(r"\w+")


def read_units(
    header: PackageHeader,
    findings: Findings,
    load: YamlLoader,
    *,
    bodies: bool = True,
    read: ReadUnit | None = None,
) -> tuple[ClassUnit, ...]:
    """Return a unit for each class file.

    Those that the manifest lists come first, then others, which are reported. Without `bodies`
    methods have no instructions, and problems of these are not reported. `read` reads a file, in
    place of `read_unit`.
    """
    listed: dict[str, list[ListedClass]] = {}
    for entry in header.manifest.classes or ():
        path = _path(entry, findings)
        if path is not None:
            listed.setdefault(path, []).append(entry)
    remedy = _remedy_of_folder(header)
    if listed and remedy is not None:
        # One mistake, however many classes are listed
        (path, entries), *_ = listed.items()
        _report_gone(path, entries[:1], None, findings, remedy)
        return tuple(
            ClassUnit(header.source.file(path), tuple(entries), complete=False)
            for path, entries in listed.items()
        )
    # The engine takes paths as they are written, and does not read Classes of Heat packages
    if header.as_written or header.format.is_heat:
        meant = {}
    else:
        meant = _meant_files(header, listed)
    for path, other in meant.items():
        _report_gone(path, listed[path], other, findings)
    listed = {meant.get(path, path): entries for path, entries in listed.items()}
    if not header.format.is_heat and header.manifest.classes is not None:
        for path in unlisted_files(header, listed.keys()):
            listed[path] = []
    reading = Reading(
        findings,
        header.format,
        bodies=bodies,
        as_written=header.as_written,
        raising=functools.partial(raising, header.manifest.node),
    )
    read = read or read_unit
    units = tuple(
        read(header, path, tuple(entries), reading, load) for path, entries in listed.items()
    )
    left = mentioned(units)
    dead = (unit for unit in units if not unit.listed and unit.file.path not in left)
    report_dead(header, dead, units, findings)
    return units


def mentioned(units: Sequence[ClassUnit]) -> set[str]:
    """Return the paths of unlisted files with a class whose name listed files may use.

    Whether they do is known once names are looked up: problems are reported at such a use then,
    else here.
    """
    dead = [unit for unit in units if not unit.listed]
    if not dead:
        return set()
    words = {word for unit in units if unit.listed for word in _WORDS.findall(unit.file.text or "")}

    def is_mentioned(unit: ClassUnit) -> bool:
        return any(words.issuperset(_WORDS.findall(name)) for name in _names(unit))

    return {unit.file.path for unit in dead if is_mentioned(unit)}


def _names(unit: ClassUnit) -> set[str]:
    """Return the names of the classes in a file, without their namespaces."""
    nodes = (declaration.name for declaration in unit.classes)
    # Plain `ns:Name` is read as an expression
    texts = (node.text if isinstance(node, Yaql) else text_of(node) or "" for node in nodes)
    return {re.split("[:.]", text)[-1] for text in texts} - {""}


def report_dead(
    header: PackageHeader, dead: Iterable[ClassUnit], units: Iterable[ClassUnit], findings: Findings
) -> None:
    """Report class files of a package that the manifest does not list."""
    # A package with class files, but without listed ones, is certainly a mistake.
    severity = None
    if not any(unit.listed for unit in units):
        severity = Severity.ERROR
    for unit in dead:
        path = path_inside(header.source, unit.file)
        findings.report(
            rules.FILE_NOT_LISTED,
            Place(unit.file),
            path=path,
            severity=severity,
            fixes=functools.partial(_listing, header, unit),
        )


def _listing(header: PackageHeader, unit: ClassUnit) -> tuple[Fix, ...]:
    """Return the fix that lists the only class of a file, if its full name is certain."""
    if not unit.complete or len(unit.classes) != 1:
        return ()
    (declaration,) = unit.classes
    name = text_of(declaration.name) or ""
    spaces = [item.namespace for item in declaration.namespaces or () if item.prefix == "="]
    if spaces and "." not in name and ":" not in name:
        name = f"{spaces[-1]}.{name}"
    return listing(header, name, unit.file) if "." in name else ()


def class_files(header: PackageHeader) -> tuple[str, ...]:
    """Return the class files that a manifest lists, each once, as paths in the package."""
    paths = (
        join_inside(FOLDER, entry.path)
        for entry in header.manifest.classes or ()
        if entry.path is not None
    )
    return tuple(dict.fromkeys(path for path in paths if path is not None))


def _path(entry: ListedClass, findings: Findings) -> str | None:
    if entry.path is None:
        return None
    path = join_inside(FOLDER, entry.path)
    if path is None:
        report_outside(findings, entry.node.place, "class file", entry.path, FOLDER)
    return path


def _meant_files(header: PackageHeader, listed: Collection[str]) -> dict[str, str]:
    """Return, for each missing listed file, the unlisted file that is probably meant.

    It has a similar name, or is the only unlisted file beside one missing file.
    """
    there = set(header.source.paths())
    missing = [path for path in listed if path not in there]
    left = [path for path in _class_paths(header) if path not in listed]
    # One name without a file and one file without a name belong together, however different.
    if len(missing) == len(left) == 1:
        return {missing[0]: left[0]}
    result: dict[str, str] = {}
    for path in missing[: FILE_SUGGESTIONS.most]:
        near = nearest_path(path, left)
        if near is not None:
            result[path] = near
            left.remove(near)
    return result


def _class_paths(header: PackageHeader) -> list[str]:
    return [
        path
        for path in header.source.paths()
        if path.startswith(f"{FOLDER}/") and path.endswith(YAML_SUFFIXES)
    ]


def _remedy_of_folder(header: PackageHeader) -> str | None:
    """Return what to do where class files are in a folder that is not called as it must be, else None."""
    paths = header.source.paths()
    if header.format.is_heat or any(path.startswith(f"{FOLDER}/") for path in paths):
        return None
    for path in paths:
        folder, sign, _ = path.replace("\\", "/", 1).partition("/")
        if sign and folder.casefold() == FOLDER.casefold():
            if path.startswith(f"{folder}\\"):
                return "pack it with `muranopl build`: names in a zip need `/`, not `\\`"
            return f"rename the folder `{folder}` to `{FOLDER}`"
    return None


def _report_gone(
    path: str,
    entries: Iterable[ListedClass],
    meant: str | None,
    findings: Findings,
    remedy: str | None = None,
) -> None:
    """Report the file of listed classes that is not there; `meant` is another one, else there is a remedy."""
    for entry in entries:
        close = did_you_mean(
            meant and meant.removeprefix(f"{FOLDER}/"), remedy, instead_of=entry.path
        )
        findings.report(
            rules.CLASS_FILE_MISSING, entry.node, name=entry.name, path=path, suggestion=close
        )


def unlisted_files(header: PackageHeader, listed: Collection[str]) -> list[str]:
    """Return the paths of the class files that the manifest does not list."""
    written = header.manifest.node.get("Classes")
    paths = [
        entry.path and join_inside(FOLDER, entry.path) for entry in header.manifest.classes or ()
    ]
    if not isinstance(written, Mapping) or len(paths) < len(written.pairs) or not all(paths):
        return []  # which files are listed is not known, and was reported
    return [path for path in _class_paths(header) if path not in listed]


def read_unit(
    header: PackageHeader,
    path: str,
    listed: tuple[ListedClass, ...],
    reading: Reading,
    load: YamlLoader,
) -> ClassUnit:
    """Return the unit of a class file that some entries of the manifest name."""
    findings = reading.findings
    file = header.source.file(path)
    data = read_file(
        header.source, path, findings, lambda: _report_gone(path, listed, None, findings)
    )
    if data is None:
        return ClassUnit(file, listed, complete=False)
    before = findings.errors
    documents = load(data, file, findings, Dialect.MURANO)
    complete = findings.errors == before and not file.partial
    # The engine drops null, empty and other false documents
    if complete and all(map(is_false, documents)):
        # One that is not listed is reported as that, which says enough
        if listed:
            findings.report(rules.EMPTY_FILE, Place(file), path=path)
        return ClassUnit(file, listed, complete=False)
    complete = complete and all(
        isinstance(document, Mapping) for document in documents if not is_false(document)
    )
    if findings.errors != before and documents:
        # A syntax error leaves only the beginning of a document, and was reported.
        *complete_documents, last = documents
        documents = [*complete_documents, last] if isinstance(last, Mapping) else complete_documents
    of_classes = [
        document for document in documents if not has_other_kind(document, path, CLASS, findings)
    ]
    complete = complete and len(of_classes) == len(documents)
    documents = of_classes
    # The engine takes the quoted texts of JSON for texts
    if not reading.as_written:
        documents = with_expressions(documents, file, findings)
    report_stray_closings(documents, file.text, findings)
    return ClassUnit(file, listed, classes_of(documents, reading), complete)


def _report_empty_namespaces(documents: list[Node], reading: Reading) -> None:
    """Report `Namespaces:` without a value before other documents, which the engine cannot read."""
    mappings = [
        document for document in documents if isinstance(document, Mapping) and document.pairs
    ]
    for document in mappings[:-1]:
        node = document.get("Namespaces")
        if node is not None and is_null(node):
            what = "Namespaces, which also apply to the documents below,"
            reading.refusing(Refusal.FILE).wrong_type(node, what, "a mapping")


def classes_of(documents: list[Node], reading: Reading) -> tuple[ClassDeclaration, ...]:
    """Return the classes of a file. `Namespaces` apply to the documents that follow, too."""
    classes: list[ClassDeclaration] = []
    prefixes: tuple[NamespacePrefix, ...] | None = None
    _report_empty_namespaces(documents, reading)
    for document in documents:
        if isinstance(document, Mapping) and document.pairs:
            # A document with Namespaces alone only sets them for the following documents
            is_class = any(text_of(key) != "Namespaces" for key, _ in document.pairs)
            # The engine ignores namespaces that nothing follows
            is_used = is_class or document is not documents[-1]
            declaration = read_class(document, reading if is_used else reading.refusing(None))
            # The engine replaces the namespaces of the document before, and never merges the two
            if declaration.namespaces is not None:
                prefixes = declaration.namespaces
            if is_class:
                classes.append(replaced(declaration, namespaces=prefixes))
            report_suspicious_scalars(declaration, reading.findings)
            check_default_secrets(declaration, reading.findings)
        elif not isinstance(document, (Mapping, Broken)) and not is_null(document):
            # The engine drops false documents too, but something is written there.
            refuses = None if is_false(document) else Refusal.FILE
            reading.report(rules.NOT_A_CLASS, document, found=described(document), refuses=refuses)
    return tuple(classes)
