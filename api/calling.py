"""Methods called from outside, as an API call does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from muranopl.ard.json import data
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.catalogue.objects import UNKNOWN_ID, UNKNOWN_MODEL_TYPE
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import ReportContext, summarize, tally
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import File, Place
from muranopl.executing import Executing, Given
from muranopl.execution.exceptions import FATAL, MuranoError
from muranopl.execution.natives import LogEntry
from muranopl.execution.rendering import render_model
from muranopl.execution.session import Session
from muranopl.execution.uncaught import report_uncaught
from muranopl.language.grammar.method import MethodDeclaration, MethodScope, MethodUsage
from muranopl.render.node_data import data_of
from muranopl.render.serialize import UnwritableError, plain_value
from muranopl.render.type_sources import InstalledPackages, UnloadableError
from muranopl.resolved import ResolutionError
from muranopl.schemas import SchemaQuery, builders
from muranopl.semantics.evaluation.errors import EvaluationError, UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

ARGUMENTS = "<arguments>"
"""What diagnostics call arguments that are no file."""
DATA = "<model>"
_NO_CLASS = "give the package that has it, or a folder of packages"
_ON_CLASS = frozenset({MethodUsage.STATIC, MethodUsage.EXTENSION})


class CallResult(NamedTuple):
    """What a call gave.

    `value` is what the method returned, as plain data: objects are written out, classes are "name/version@package";
    the model that a model builder makes is rendered. It is None where the call failed. `model` is the model after the
    call, {"Objects", "Attributes"}, None where there was none. `log` has the lines of the log, `events` what simulated
    classes were made to do, in order. `diagnostics` are sorted by file, position and code.
    """

    value: Any
    model: dict[str, Any] | None
    log: tuple[LogEntry, ...]
    events: tuple[Any, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether the method ended without an exception."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    def __repr__(self) -> str:
        ended = "the method returned" if self.ok else "the call failed"
        found = tally(summarize(self.diagnostics, ReportContext())) or "no diagnostics"
        return f"<muranopl.CallResult: {ended}, {found}>"


class Called(NamedTuple):
    """What is called: a method of a class, of the object with an id, or of the only object of the class.

    `any_method` is set where methods that are not for callers outside may be called, too.
    """

    class_: str
    method: str
    version: str | None = None
    package: str | None = None
    object_id: str | None = None
    any_method: bool = False

    @property
    def shown(self) -> str:
        """Return the names of class and method, as messages have them."""
        return f"{self.method} of {self.class_}"


def call(executing: Executing, called: Called, arguments: Sequence[Given | None], model: Given | None) -> CallResult:
    """Call a method; see `muranopl.Catalog.call`. Later ones of `arguments` go before earlier ones."""
    findings = executing.findings
    try:
        return _MethodCall(executing, called).result(arguments, model)
    except Exception as error:
        report_internal_error(error, f"call of {called.shown}", Place(File("<call>", "")), findings)
        return CallResult(None, None, (), (), in_order(findings))


def logged(session: Session) -> tuple[LogEntry, ...]:
    """Return the lines that methods logged, and what the engine itself would log, in the order of their making."""
    return tuple(session.log)


def in_order(findings: Findings) -> tuple[Diagnostic, ...]:
    """Return what was found as reports have it."""
    return tuple(sorted(findings.diagnostics, key=Diagnostic.sort_key))


def _is_for_callers(declaration: MethodDeclaration) -> bool:
    """Return whether the API lets a method be called."""
    return declaration.scope is MethodScope.PUBLIC or declaration.usage is MethodUsage.ACTION


class _MethodCall:
    """One call, in a session of its own. `_place` is the nearest place there is for what cannot be called."""

    def __init__(self, executing: Executing, called: Called) -> None:
        self._executing = executing
        self._findings = executing.findings
        self._session: Session = executing.session(executing.definition())
        self._called = called
        self._place = Place(File("<call>", ""))

    def result(self, given: Sequence[Given | None], model: Given | None) -> CallResult:
        read, findings, session = self._executing.read, self._findings, self._session
        arguments: dict[str, Any] = {}
        for each in given:
            if each is not None:
                arguments |= self._arguments(read(each, ARGUMENTS, "arguments"))
        node = None if model is None else read(model, DATA, "object model")
        value = after = None
        if not findings.errors:
            is_builder = self._is_builder()
            if is_builder and node is not None:
                arguments, node = self._with_model(arguments, node), None
            value = self._value(arguments, node)
            if session.root is not None:
                after = self._saved(node)
            if is_builder and isinstance(value, dict) and not findings.errors:
                value = self._rendered(value)
        done = None if findings.errors else value
        return CallResult(done, after, logged(session), tuple(session.events), in_order(findings))

    def _arguments(self, node: Node | None) -> dict[str, Any]:
        """Return arguments by name; none after a report."""
        if node is None:
            return {}
        found = self._data(node)
        if isinstance(found, dict) and all(isinstance(each, str) for each in found):
            return found
        self._refuse("arguments are a mapping of names to values", "write `name: value`", node.place)
        return {}

    def _data(self, node: Node) -> Any:
        try:
            return data_of(node)
        except EvaluationError as error:
            self._refuse(str(error), None, node.place)
            return None

    def _value(self, arguments: Mapping[str, Any], model: Node | None) -> Any:
        """Return what the method returns, as plain data; None after a report."""
        try:
            if model is not None:
                self._load(model)
            target = self._target(model)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, self._place if model is None else model.head.place, self._findings)
            return None
        if target is None or self._findings.errors or not self._may_be_called(target):
            return None
        try:
            value = self._session.call(target, self._called.method, kwargs=arguments, public=False)
            return plain_value(value, self._session.loader)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, self._place, self._findings)
        except UnwritableError as error:
            self._refuse(f"it returns {error}, which cannot be written")
        return None

    def _load(self, model: Node) -> None:
        given = self._data(model)
        objects: Node | None = model
        if not isinstance(given, dict) or not isinstance(model, MappingNode):
            self._refuse("the object model is no mapping", None, model.place)
            return
        if "Objects" in given:
            objects = model.get("Objects")
        else:
            given = {"Objects": given}
        self._session.load(given, None if objects is None else ModelPath(objects))

    def _saved(self, model: Node | None) -> dict[str, Any] | None:
        try:
            return self._session.save()
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, self._place if model is None else model.head.place, self._findings)
            return None

    # What is called

    def _target(self, model: Node | None) -> MuranoObject | MuranoType | None:
        """Return what the method is called on; None after a report."""
        type_ = self._type()
        if type_ is None:
            return None
        self._place = type_.declared.declaration.place
        object_id = self._called.object_id
        if model is None:
            return type_
        if object_id is None:
            return self._only_object(type_)
        found, path = self._session.find(object_id), ModelPath(model)
        if found is None:
            self._findings.report(UNKNOWN_ID, path.head, path=path.text, id=object_id)
        elif not found.type.extends(type_):
            self._refuse(f"object {found.id} is of class {found.type.name}")
            return None
        return found

    def _only_object(self, type_: MuranoType) -> MuranoObject | MuranoType | None:
        """Return the object of a class where there is one in the model; the class itself for its static methods."""
        member = type_.complete.methods.get(self._called.method)
        if member is not None and member.candidates[0][1].usage in _ON_CLASS:
            return type_
        objects = [each for each in self._session.objects() if each.type.extends(type_)]
        if len(objects) == 1:
            return objects[0]
        if not objects:
            self._refuse("the model has no object of this class")
        else:
            ids = ", ".join(each.id for each in objects[:5])
            more = f" and {len(objects) - 5:,} more" if len(objects) > 5 else ""
            self._refuse(f"the model has {len(objects):,} objects of this class", f"choose one by its id: {ids}{more}")
        return None

    def _type(self) -> MuranoType | None:
        called = self._called
        try:
            return self._session.loader.classes.of_model(called.class_, called.version, called.package)
        except UnloadableError as error:
            self._findings.take(error.problems)
            if not self._findings.errors:
                self._findings.report(UNKNOWN_MODEL_TYPE, self._place, path=called.class_, problem=str(error))
        except UnknownTypeError as error:
            name = called.class_
            near = did_you_mean(self._session.loader.classes.nearest(name), _NO_CLASS)
            self._findings.report(UNKNOWN_MODEL_TYPE, self._place, path=name, problem=str(error), suggestion=near)
        return None

    def _may_be_called(self, target: MuranoObject | MuranoType) -> bool:
        """Return whether the method is one for callers outside; report why not."""
        type_ = target if isinstance(target, MuranoType) else target.type
        member = type_.complete.methods.get(self._called.method)
        if member is None:
            names = sorted(each for each in type_.complete.methods if not each.startswith("."))
            others = f"methods are {', '.join(names)}" if names else None
            self._refuse("there is no such method", did_you_mean(nearest(self._called.method, names), others))
            return False
        declaration = member.candidates[0][1]
        self._place = declaration.name_node.place
        on_class = declaration.usage in _ON_CLASS
        if member.ambiguous:
            self._refuse("several parents of the class declare it")
        elif not on_class and isinstance(target, MuranoType):
            self._refuse("it is a method of objects", "give a model that has one (--model FILE, --object ID)")
        elif self._called.any_method or _is_for_callers(declaration):
            return True
        else:
            self._refuse("it is not for callers outside", "declare `Scope: Public`, or call it all the same with --any")
        return False

    def _refuse(self, problem: str, suggestion: str | None = None, place: Place | None = None) -> None:
        self._findings.report(
            rules.NOT_CALLABLE, place or self._place, method=self._called.shown, problem=problem, suggestion=suggestion
        )

    # Model builders

    def _is_builder(self) -> bool:
        type_ = self._type()
        if type_ is None:
            return False
        query = SchemaQuery(type_.name, f"={type_.id.package.version}", type_.id.package.name)
        try:
            return self._called.method in builders(self._executing.results, self._executing.quirks, query)
        except ResolutionError:
            return False

    def _with_model(self, arguments: dict[str, Any], model: Node) -> dict[str, Any]:
        """Return arguments with the model as the first one, unless that is given by name."""
        type_ = self._type()
        member = None if type_ is None else type_.complete.methods.get(self._called.method)
        declared = () if member is None else member.candidates[0][1].arguments
        return {**({declared[0].name: self._data(model)} if declared else {}), **arguments}

    def _rendered(self, model: dict[str, Any]) -> Any:
        """Return a model that was built, complete; None after a report."""
        executing = self._executing
        node = data.load(model, File(f"<made by {self._called.method}>", ""), self._findings)
        installed = InstalledPackages(executing.results.names, executing.results.diagnostics, executing.quirks)
        return None if node is None else render_model(node, installed, self._findings, None, executing.configs)
