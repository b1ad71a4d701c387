"""One document that a user passes beside packages, JSON or YAML → ARD; an unreadable one is reported.

It is an object model, the body of a request, a cloud file or the configuration of a class, from a file, standard
input or bytes. Files of packages are read by `muranopl.read.documents`.
"""

from __future__ import annotations

import os

from muranopl.ard.json.loader import load as load_json
from muranopl.ard.nodes import Node
from muranopl.ard.sources.file_names import as_text, shown
from muranopl.ard.sources.regular_files import error_reason, read_whole, too_large
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import load as load_yaml
from muranopl.diagnostics.bounds import MODEL_SIZE
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place

_JSON_ENDINGS = (".json",)
_YAML_ENDINGS = (".yaml", ".yml")
_BLANKS = b"\xef\xbb\xbf \t\r\n"
_REMEDIES = {
    "missing": "check the spelling and the current folder",
    "too-large": "reduce its size: remove parts that are not needed",
    "not-regular": "pass a file, or - for standard input",
    "unreadable": "make it readable",
}


def read_model(
    path: str,
    data: bytes | None,
    findings: Findings,
    what: str = "object model",
    known_as: str | None = None,
) -> Node | None:
    """Return the object model at a path, or in `data` if that is not None; None after a report.

    Other data of users are read the same way: `what` is their kind in messages, and `known_as` the
    name of the file, by default the path. The suffix of the
    path decides: `.json`, or `.yaml` and `.yml`. With any other, and for `-`, a file that begins
    with a brace or bracket is JSON, others are YAML. A path may be a link.
    """
    file = File(known_as or as_text(path), "")
    try:
        content = _read(path) if data is None else _bounded(data)
    except SourceError as error:
        remedy = _REMEDIES.get(error.kind)
        name, reason = shown(known_as or path), error.message
        findings.report(
            rules.UNREADABLE, Place(file), what=what, path=name, reason=reason, suggestion=remedy
        )
        return None
    if _is_json(path, content):
        return load_json(content, file, findings)
    return _yaml(content, file, findings, what)


def _read(path: str) -> bytes:
    """Return the content of a file. Raise SourceError."""
    try:
        # `read_whole` refuses links, but a path of the user may be one
        location = os.path.realpath(path)
        # Such as /dev/fd/63, which `<(...)` of a shell gives: the link leads to no path.
        if os.path.exists(path) and not os.path.exists(location):
            raise SourceError("not-regular", "it is a pipe, not a file")
    except (OSError, ValueError) as error:
        raise SourceError("missing", error_reason(error)) from error
    return read_whole(location, MODEL_SIZE.most)


def _bounded(data: bytes) -> bytes:
    if len(data) > MODEL_SIZE.most:
        raise too_large(len(data), MODEL_SIZE.most)
    return data


def _is_json(path: str, content: bytes) -> bool:
    name = path.lower()
    if name.endswith(_JSON_ENDINGS + _YAML_ENDINGS):
        return name.endswith(_JSON_ENDINGS)
    # YAML takes most JSON too, but its messages would speak of YAML.
    return content.lstrip(_BLANKS).startswith((b"{", b"["))


def _yaml(content: bytes, file: File, findings: Findings, what: str) -> Node | None:
    """Return the only document of a YAML file; None after a report."""
    before = findings.count
    documents = load_yaml(content, file, findings, dialect=None)
    if len(documents) > 1:
        remedy = f"keep only the {what}, and move other documents to separate files"
        place, problem = documents[1].place, "a second document begins here"
        findings.report(rules.DOCUMENTS, place, what=problem, suggestion=remedy)
    elif not documents and findings.count == before:
        remedy = f"write the {what} into it, as JSON or YAML"
        findings.report(
            rules.DOCUMENTS,
            Place(file),
            what=f"the file is empty, but must contain the {what}",
            suggestion=remedy,
        )
    return documents[0] if documents else None
