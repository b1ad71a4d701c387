"""The targets: functions of bytes that raise only where something is wrong with muranopl.

They need no fuzzer: the inputs that were kept are run through them by `make test`.
"""

from __future__ import annotations

import functools
import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

import muranopl
from muranopl.ard.input_document import read_model
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect, ExpressionError, is_candidate, parse
from muranopl.ard.yaql.tree import AnyExpression, walk
from muranopl.diagnostics.diagnostic import Phase, Related
from muranopl.diagnostics.examples import EntryKind
from muranopl.diagnostics.examples import files as example_files
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.quirks import EVERYTHING, chosen
from muranopl.diagnostics.reasons import ResolutionError
from muranopl.execution.running.executing import Inputs
from muranopl.execution.running.forms import FormAnswers, render_form
from muranopl.execution.running.rendering import render
from muranopl.language.contracts.parse import parse_contract
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.names import FULL_NAME
from muranopl.namespace.class_query import class_query
from muranopl.namespace.session import NameSession
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.memory import MemoryStore
from muranopl.phases.reuse.opening import Installed
from muranopl.phases.reuse.parsed_files import CachingLoader
from muranopl.read.manifest import read_header
from muranopl.read.one_package import read_package
from muranopl.read.package import Package
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.context import LoadingContext
from muranopl.render.evaluation_context import ModelEvaluationContext
from muranopl.render.loaded_types import InstalledPackages, SessionTypeSource
from muranopl.render.loader import ModelLoader
from muranopl.render.node_data import data_of
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.bounds import LIMITS, SharedBudget
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS, EvaluationError, SpentError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.views.graph.resolver import Resolver
from muranopl.views.schema.of_classes import SchemaQuery, schemas
from tests.fuzz.expectations import serialisable, sound
from tests.fuzz.growth import growth
from tests.fuzz.packages import checked
from tests.memory_source import MemorySource

Target = Callable[[bytes], None]

SAMPLE_MANIFEST = (
    b"Format: 1.4\nType: Library\nFullName: lab\nClasses:\n  lab.Sample: Sample.yaml\n"
)
HEAT_MANIFEST = b"Format: Heat.HOT/1.0\nType: Application\nFullName: lab\n"
UI_MANIFEST = b"Format: 1.4\nType: Application\nFullName: lab\nClasses: {}\n"
AGREED_CLASSES = ("App", "Disk", "Fast", "Other", "Child", "Thing", "Host", "Box")
AGREED_MANIFEST = UI_MANIFEST.replace(
    b"{}", f"{{{', '.join(f'demo.{name}: App.yaml' for name in AGREED_CLASSES)}}}".encode()
)
AGREED_SEPARATOR = b"\n=== UI\n"

ANSWERS: dict[str, Any] = {
    "boolean": True,
    "integer": 2,
    "network": ["net", None],
    "password": "aA1!aaaa",
    "clusterip": "10.0.0.1",
    "": {"?": {"type": "demo.Other"}},
}
"""Answers to fields by the name of their type, which selectors have none of."""

LAB = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: lab
Version: 1.2.0
Classes: {lab.Sample: Sample.yaml, lab.Base: Base.yaml, lab.Note: Note.yaml, lab.App: App.yaml}
=== Classes/Sample.yaml
Namespaces: {=: lab, std: io.murano, m: io.murano.metadata}
Name: Sample
Extends: [Base, std:Object]
Meta: [m:Title: {text: x}]
Properties:
  any: {Contract: $}
  number: {Contract: $.int().check($ < 1000), Default: 5}
  text: {Contract: $.string().notNull(), Default: $.name}
  switch: {Contract: $.bool(), Usage: InOut}
  one: {Contract: $.class(Sample)}
  mine: {Contract: $.class(Base).owned()}
  other: {Contract: $.class(Base).notOwned()}
  many: {Contract: [$.class(Sample).notNull()]}
  pair: {Contract: [$.int(), $.string(), 1, 3]}
  map:
    Contract:
      a: $.int()
      $.string(): [$.string()]
  copy:
    Contract: $.template(Base, excludeProperties => [name])
  made: {Contract: $.class(Note), Default: {Note: {text: $.name}}}
  matched:
    Contract: $.string().check(regex('^[a-z]+$').matches($) or $ = null)
  counted: {Contract: $.int(), Default: $.number + len($.text)}
  twice: {Contract: $.int(), Default: $this.double($.number)}
  state: {Contract: $, Usage: Runtime}
  fixed: {Contract: $.int(), Usage: Const, Default: 3}
  shared: {Contract: [$.int()], Usage: Static, Default: [1, 2]}
  settings:
    Contract:
      $.string(): $
    Usage: Config
    Default: {a: 1}
Methods:
  initialize:
    Arguments: [extra: {Contract: $.int(), Default: 1}]
  double:
    Usage: Static
    Arguments: [value: {Contract: $.int().notNull()}]
    Body:
      - If: $value > 100
        Then: [Return: $value]
      - Return: $value * 2
  build:
    Usage: Static
    Scope: Public
    Meta: [m:ModelBuilder]
    Arguments: [name: {Contract: $.string()}]
    Body:
      - Return: new(Base, name => $name)
  act:
    Scope: Public
    Arguments: [rest: {Contract: $.int(), Usage: VarArgs}]
=== Classes/Base.yaml
Namespaces: {=: lab, std: io.murano}
Name: Base
Extends: std:Object
Properties:
  name: {Contract: $.string().notNull(), Default: base}
=== Classes/Note.yaml
Namespaces: {=: lab}
Name: Note
Properties:
  text: {Contract: $.string()}
  link: {Contract: $.class(Note)}
=== Classes/App.yaml
Namespaces: {=: lab, std: io.murano}
Name: App
Extends: std:Application
Properties:
  sample: {Contract: $.class(Sample).notNull()}
  size: {Contract: $.int().notNull()}
"""
"""The classes that models, contracts and expressions are about."""


def reader(data: bytes) -> None:
    """One file as phase 1 reads it: the first letter says which kind it is."""
    kind, content = data[:1], data[1:]
    if kind == b"m":
        _sound_package(content, {})
    elif kind == b"h":
        _sound_package(HEAT_MANIFEST, {"template.yaml": content})
    elif kind in {b"y", b"j"}:
        findings = Findings()
        read_model("m.yaml" if kind == b"y" else "m.json", content, findings)
        sound(findings.diagnostics, len(data))
    else:
        _sound_package(SAMPLE_MANIFEST, {"Classes/Sample.yaml": content})


def ui(data: bytes) -> None:
    """A UI definition."""
    _sound_package(UI_MANIFEST, {"UI/ui.yaml": data})


def agreement(data: bytes) -> None:
    """Classes in one file, a line `=== UI`, and the UI definition that makes objects of them, through all phases.

    The form is filled in, too, untouched and with answers to all fields.
    """
    classes, _, definition = data.partition(AGREED_SEPARATOR)
    report, results = checked(
        {MANIFEST: AGREED_MANIFEST, "Classes/App.yaml": classes, "UI/ui.yaml": definition}
    )
    sound(report.diagnostics, len(data))
    for package in results.read.targets:
        for answers in ({}, _answers(package)):
            given = FormAnswers(answers, unrendered=len(data) % 2 == 0)
            result = render_form(Inputs(Installed(results), Findings()), package, given)
            sound(result.diagnostics, len(data))
            if result.model is not None:
                serialisable(result.model)


def _answers(package: Package) -> dict[str, Any]:
    """Answers to all fields of a form."""
    forms = () if package.ui is None else package.ui.forms
    return {
        form.name: {field.name: ANSWERS.get(field.type.name, "a1") for field in form.fields}
        for form in forms
    }


def _sound_package(manifest: bytes, files: dict[str, bytes]) -> None:
    """Read a package; one in four with a cache as well, which must change nothing."""
    source = MemorySource({MANIFEST: manifest, **files})
    result = read_package(read_header(source)).diagnostics
    size = len(manifest) + sum(map(len, files.values()))
    sound(result, size)
    if size % 4 == 0:
        load = CachingLoader(MemoryStore(2**24))
        for _ in ("filled", "used"):
            assert read_package(read_header(source, load), load).diagnostics == result


def expressions(data: bytes) -> None:
    """An expression: parsed in both dialects, and evaluated."""
    text = data.decode("utf-8", "replace")
    trees = [tree for dialect in Dialect if (tree := _tree(text, dialect)) is not None]
    if not trees:
        return
    lab = _lab()
    context = lab.context()
    context.begin(ModelPath(Yaql(_FILE, 1, 1, 1, 1, text, trees[0])))
    evaluator = Evaluator(ModelEvaluationContext(context), SharedBudget(_SMALL))
    this = MuranoObject(lab.sample, None, "id", generated=False)
    this.set("name", "x")
    this.set("number", 3)
    try:
        evaluator.value(Yaql(_FILE, 1, 1, 1, 1, text, trees[0]), lab.sample, this)
    except (*NO_VALUE_ERRORS, SpentError) as error:
        assert str(error)


def _tree(text: str, dialect: Dialect) -> AnyExpression | None:
    """Return the tree of an expression; assert that it, or what is wrong with it, is within the text."""
    is_candidate(text, dialect)
    try:
        tree = parse(text, dialect)
    except ExpressionError as error:
        assert 0 <= error.start <= error.end <= len(text), error
        assert str(error)
        return None
    for node in walk(tree):
        assert 0 <= node.start <= node.end <= len(text), node
    return tree


_FILE = File("", "x.yaml")
_SMALL = replace(
    LIMITS, steps=2_000, seconds=0.05, total_steps=20_000, total_seconds=0.2, memory=64 * 1024
)


def contracts(data: bytes) -> None:
    """A contract, a line of dashes, and a value that it is applied to: as it is made, and as it is only validated."""
    written, _, given = data.partition(b"\n---\n")
    findings = Findings()
    nodes = load(written, _FILE, findings, dialect=Dialect.MURANO)
    values = load(given, File("<model>", ""), findings, dialect=None)
    parsed = [parse_contract(node, findings, "this") for node in nodes[:1]]
    sound(findings.diagnostics, len(data))
    for contract in parsed:
        for value in values[:1]:
            _apply(contract, ModelPath(value), engine=len(data) % 2 == 0)


def _apply(contract: Contract, path: ModelPath, *, engine: bool) -> None:
    lab = _lab()
    context = lab.context(engine=engine)
    context.begin(path)
    this = MuranoObject(lab.sample, None, "id", generated=False)
    declared = Related("declared here", Place(_FILE))
    setting = ValueSetting(context, this, lab.sample, path, declared, contract=contract)
    try:
        result = setting.apply(contract, data_of(path.node))
        setting.apply(contract, result)
    except EvaluationError as error:
        assert str(error)
    sound(context.reporter.values())


class _Lab:
    """The installed classes of LAB."""

    def __init__(self) -> None:
        report, self.results = checked(
            {path: entry.content for path, entry in example_files(LAB).items()}
        )
        assert report.ok, [diagnostic.message for diagnostic in report.diagnostics]
        names = self.results.names
        session = NameSession(names)
        source = SessionTypeSource(
            InstalledPackages(names, self.results.diagnostics, frozenset()), session
        )
        self.classes = ClassLookup(names, session, source.load, frozenset())
        self.sample: MuranoType = self.classes.load(
            next(id_ for id_ in names.classes if id_.name == "lab.Sample")
        )

    def context(self, *, engine: bool = False) -> LoadingContext:
        """A context to load one value in."""
        quirks = chosen([EVERYTHING]) if engine else frozenset()
        return ModelLoader(self.classes, quirks, ClassConfigs(None, Findings()), b"")


@functools.cache
def _lab() -> _Lab:
    return _Lab()


def models(data: bytes) -> None:
    """An object model, JSON or YAML, rendered against a package; what comes out is rendered again."""
    results = _lab().results
    quirks = chosen([EVERYTHING]) if len(data) % 2 else frozenset()
    installed = Installed(results)
    result = render(Inputs(installed, Findings(), quirks, streams={"-": data}), "-")
    sound(result.diagnostics, len(data))
    assert (result.model is None) == (not result.ok)
    if result.model is not None:
        serialisable(result.model)
        again = render(Inputs(installed, Findings(), quirks), result.model)
        sound(again.diagnostics, len(data))


def archives(data: bytes) -> None:
    """A zip, checked by the library: where it finds no error, the whole can be unpacked."""
    report = muranopl.Catalog(["-"], streams={"-": data}).check(stop_after="read")
    sound(report.diagnostics, len(data))
    report.dump("read")
    if report.ok:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                archive.read(name)


def packages(data: bytes) -> None:
    """A package in the notation of examples, put through everything that can be asked of it."""
    try:
        entries = example_files(data.decode("utf-8", "surrogateescape"))
    except (ValueError, UnicodeError):
        return  # none in that notation
    files = {path: entry.content for path, entry in entries.items() if entry.kind is EntryKind.FILE}
    model = next((files.pop(path) for path in ("model.json", "model.yaml") if path in files), b"")
    everything(files, model)


def everything(files: dict[str, bytes], model: bytes) -> None:
    """Check a package, and ask for all that can be asked of it: dumps, graphs, classes, schemas, a rendered model."""
    if MANIFEST not in files:
        return
    size = sum(map(len, files.values()))
    report, results = checked(files)
    sound(report.diagnostics, size)
    for phase in Phase:
        to_json(report.dump(phase.value)).encode()
    serialisable(report.graph_data())
    report.dot().encode()
    report.mermaid().encode()
    resolver = Resolver(results, frozenset())
    for name in _class_names(results):
        for ask in _questions(resolver, results, name, size):
            try:
                ask()
            except ResolutionError as error:
                assert str(error)
                sound(error.diagnostics, size)
    if model:
        sound(
            render(Inputs(Installed(results), Findings(), streams={"-": model}), "-").diagnostics,
            size,
        )


def _class_names(results: PhaseResults) -> Iterator[str]:
    own = {package.id for package in results.read.targets}
    named = (
        id_
        for id_ in sorted(results.names.classes)
        if id_.package in own and FULL_NAME.match(id_.name)
    )
    return (f"{id_}@{id_.package.name}" for id_ in named)


def _questions(
    resolver: Resolver, results: PhaseResults, name: str, size: int
) -> Iterator[Callable[[], object]]:
    asked = class_query(name)
    yield lambda: resolver.resolve(asked)
    yield lambda: resolver.look_up("Base", asked)
    for draft in ("04", "2020-12"):
        yield lambda draft=draft: serialisable(
            schemas(
                results, frozenset(), SchemaQuery(asked, draft=draft, untranslated=size % 2 == 0)
            )
        )


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        reader,
        ui,
        agreement,
        expressions,
        contracts,
        models,
        archives,
        packages,
        growth,
    )
}
"""By name; what each takes is said in `tests/fuzz/seeds.py`, too."""
