"""The inputs that fuzzing begins with: what the tests, the pages and the examples are made of."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.catalogue.objects import TOO_MANY
from muranopl.diagnostics.examples import EntryKind, files
from tests.casefile import read
from tests.fuzz import growth
from tests.fuzz.targets import AGREED_SEPARATOR, LAB
from tests.project import EXAMPLES, ROOT

_LONGEST = 4_000
"""Bytes of a seed: short ones are run, and changed, faster."""

LONGEST_INPUT = 2 * _LONGEST
"""Bytes of an input that is made of seeds."""

VALUES = [
    *(
        "null",
        "true",
        "0",
        "-1",
        "5",
        "2.5",
        "''",
        "'5'",
        "abc",
        "[]",
        "{}",
        "[1, 'a', null]",
        "[[1], {}]",
    ),
    *(
        "{a: 1, b: [x]}",
        "{'?': {type: lab.Base}}",
        "{'?': {type: lab.Sample, id: x}, one: x}",
        "id",
        "2020-01-01",
    ),
    *(
        "1e999",
        ".nan",
        "0x10",
        "9999999999999999999999",
        "!!binary aGk=",
        "[1, 2, 3, 4]",
        "{1: 2, null: 3}",
    ),
]

_NESTED = [f"{'[' * depth}$.int(){']' * depth}" for depth in (30, 900)] + [
    f"{'{a: ' * 500}$.int(){'}' * 500}"
]

MODELS = [
    *(
        '{"?": {"type": "lab.Base/1"}}',
        '{"?": {"type": "lab.Note/1.2.0", "id": "n"}, "text": "a", "link": "n"}',
    ),
    '{"?": {"type": "lab.Sample/1", "id": "s"}, "number": 5, "many": [{"?": {"type": "lab.Sample/1"}, "one": "s"}]}',
    '{"?": {"type": "lab.Sample/>=1@lab"}, "pair": [1, "a"], "map": {"a": 1, "b": ["c"]}, "copy": {"name": "x"}}',
    '{"?": {"type": "lab.Sample/1"}, "mine": {"?": {"type": "lab.Base/1"}, "name": "b"}, "made": {"lab:Note": {}}}',
    "? {type: io.murano.Environment, id: e}\n: 1\n",
    "'?': {type: io.murano.Environment, id: e}\nname: env\napplications:\n"
    "- '?': {type: lab.App/1}\n  size: 3\n"
    "  sample: {'?': {type: lab.Sample/1, name: n, _x: 1}, text: &a t, any: *a}\n",
]

_KINDS = {"manifest.yaml": b"m", "template.yaml": b"h"}


def seeds(target: str) -> list[bytes]:
    """The seeds of a target, each once."""
    result = dict.fromkeys(_SEEDS[target]())
    return [item for item in result if len(item) <= _LONGEST]


def _examples() -> Iterator[str]:
    """Small packages in the notation of examples."""
    for rule in rules().values():
        if rule is not TOO_MANY:  # it takes seconds
            yield rule.page.bad
        yield rule.page.good
    yield LAB
    for file in sorted((ROOT / "tests" / "cases").rglob("*.case")):
        entries = read(file.read_text(encoding="utf-8")).files
        texts = {path: entry.content.decode("utf-8", "replace") for path, entry in entries.items()}
        yield "".join(f"=== {path}\n{text}" for path, text in texts.items())


def _files(examples: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for example in examples:
        for path, entry in files(example).items():
            if entry.kind is EntryKind.FILE:
                yield path, entry.content


def _reader() -> Iterator[bytes]:
    for path, content in _files(_examples()):
        if path.endswith(".json"):
            yield b"j" + content
        elif path.endswith((".yaml", ".yml")) and "UI/" not in path:
            yield _KINDS.get(path, b"c") + content
    for text in MODELS:
        yield (b"j" if text.startswith("{") else b"y") + text.encode()
    yield from (b"y" + value.encode() for value in VALUES)
    for line in _expressions():
        yield (b"cName: Sample\nProperties:\n  a:\n    Contract: $\n    Default: " + line + b"\n")


def _ui() -> Iterator[bytes]:
    yield from (content for path, content in _files(_examples()) if path.startswith("UI/"))
    yield from (file.read_bytes() for file in sorted(EXAMPLES.rglob("UI/*.yaml")))


def _agreement() -> Iterator[bytes]:
    cases = json.loads(
        (ROOT / "tests" / "conformance" / "cases" / "ui.json").read_text(encoding="utf-8")
    )
    for case in cases["cases"]:
        named = sorted(case["files"].items())
        classes = (text for path, text in named if path.startswith("shop/Classes/"))
        yield (
            "---\n".join(classes).encode()
            + AGREED_SEPARATOR
            + case["files"]["shop/UI/ui.yaml"].encode()
        )
    for definition in _ui():
        yield (
            b"Name: demo.App\nProperties: {a: {Contract: $.int()}}\n"
            + AGREED_SEPARATOR
            + definition
        )


def _expressions() -> Iterator[bytes]:
    lines = (
        (ROOT / "tests" / "ard" / "yaql" / "corpus.txt").read_text(encoding="utf-8").splitlines()
    )
    yield from (
        line.encode("utf-8", "replace") for line in lines if not line.startswith(("!", '"'))
    )


def _contracts() -> Iterator[bytes]:
    cases = json.loads(
        (ROOT / "tests" / "conformance" / "cases" / "contracts.json").read_text(encoding="utf-8")
    )
    for number, case in enumerate(cases["cases"]):
        contract = str(case.get("contract", "$")).strip("\n")
        model = case.get("model")
        value = (
            json.dumps(model.get("p")) if isinstance(model, dict) else VALUES[number % len(VALUES)]
        )
        yield f"{contract}\n---\n{value}".encode()
    for number, value in enumerate([*VALUES, *_NESTED] * 4):
        contract = (
            "$",
            "$.int()",
            "$.string().notNull()",
            "[$.class(Base)]",
            "$.template(Sample)",
        )[number % 5]
        yield f"{contract}\n---\n{value}".encode()


def _models() -> Iterator[bytes]:
    yield from (text.encode() for text in MODELS)
    yield from (
        f'{{"?": {{"type": "lab.Sample/1"}}, "any": {json.dumps(value)}}}'.encode()
        for value in VALUES
    )


def _archives() -> Iterator[bytes]:
    examples = [
        "=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: lab\nClasses: {}\n",
        *list(_examples())[:6],
    ]
    for example in examples:
        for compression in (
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
            zipfile.ZIP_BZIP2,
            zipfile.ZIP_LZMA,
        ):
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", compression) as archive:
                for path, content in _files([example]):
                    archive.writestr(zipfile.ZipInfo(path), content, compression)
            yield buffer.getvalue()


def _packages() -> Iterator[bytes]:
    yield from (example.encode() for example in _examples())
    head = "Namespaces: {=: example.app}\nName: Sample\nProperties:\n  a:\n"
    yield from (
        f"{head}    Contract: $\n    Default: {value}\n".encode() for value in (*VALUES, *_NESTED)
    )
    yield from (f"{head}    Contract: {contract}\n".encode() for contract in _NESTED)


_SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "reader": _reader,
    "ui": _ui,
    "agreement": _agreement,
    "expressions": _expressions,
    "contracts": _contracts,
    "models": _models,
    "archives": _archives,
    "packages": _packages,
    "growth": growth.seeds,
}
