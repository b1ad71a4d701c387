"""One execution: load a model, call methods, save the model (reference: running, One task).

A session has the state of one task of the engine: objects, attributes, static properties, a clock,
a log.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from msgspec.structs import replace

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.usage import UsageError
from muranopl.execution.budget import ExecutionBudget, ExecutionLimits, LogEntry, RunLog
from muranopl.execution.construction import NOWHERE, SessionLoader
from muranopl.execution.exceptions import MuranoError, StackFrame, engine_error, thrown
from muranopl.execution.garbage import Garbage
from muranopl.execution.members import ACTIONS, Attributes, listed_actions, method_of
from muranopl.execution.native_instances import Simulations
from muranopl.execution.native_registry import Registry
from muranopl.execution.refusals import refusal
from muranopl.execution.schedule import Schedule
from muranopl.execution.session_machine import SessionMachine
from muranopl.language.contracts.apply import SilentError
from muranopl.language.grammar.method import MethodUsage
from muranopl.namespace.session import NameSession
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.loaded_types import InstalledPackages, SessionTypeSource
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.serialize import saved
from muranopl.render.store import EarlierValues, earlier_values
from muranopl.semantics.evaluation.bounds import LIMITS, SharedBudget
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

Target = MuranoObject | MuranoType


class Offline(NamedTuple):
    """The replacement of an engine and its cloud in executions.

    `registry` has the simulations of native classes; `call` makes a `NativeCall` of them; `cloud`
    creates their data for one execution.
    """

    registry: Registry
    call: Callable[[Session, Target, MuranoType | None], Any]
    cloud: Callable[[Session], Any]


class Session:
    """One execution over installed packages.

    `budget` bounds the loading of models, `schedule` is the seed for the order of branches. `log`
    has the logged entries, `events` those of simulations. Its methods raise
    `MuranoError`; ExhaustedError and NotEvaluatedError end the execution. It is a context manager,
    which closes it.
    """

    def __init__(
        self,
        installed: InstalledPackages,
        offline: Offline,
        *,
        configs: ClassConfigs | None = None,
        limits: ExecutionLimits | None = None,
        seed: bytes = b"",
        budget: SharedBudget | None = None,
        schedule: int | None = None,
    ) -> None:
        names = NameSession(installed.names)
        classes = ClassLookup(
            installed.names, names, SessionTypeSource(installed, names).load, installed.quirks
        )
        self._offline = offline
        self._is_closed = False
        self._remarks = ModelReporter(installed.names.max_per_code)
        self.log: list[LogEntry] = []
        self._log = RunLog(self.log)
        self.events: list[Any] = []
        self.attributes = Attributes()
        self.root: MuranoObject | None = None
        own = ExecutionBudget(limits or ExecutionLimits())
        shared = budget or SharedBudget(replace(LIMITS, total_steps=own.limits.steps))
        load = functools.partial(
            SessionLoader,
            classes=classes,
            quirks=installed.quirks,
            configs=configs or ClassConfigs(None, Findings()),
            seed=seed,
            budget=shared,
        )
        self.schedule = Schedule(schedule)
        self.machine = machine = SessionMachine(
            own,
            self.schedule,
            load,
            Simulations(offline.registry, lambda this: offline.call(self, this, self.caller)),
            remarks=self._remarks,
            create=self.new,
            option=self.option,
        )
        self.loader = loader = machine.loader
        self.context = machine.context
        self.garbage = Garbage(loader, self.context.statics, self.attributes, self.note)
        self.subscriptions = loader.subscriptions

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the execution: no model is loaded and no method is called any more.

        Objects, `log` and `events` can still be read. Closing a closed session does nothing.
        """
        self._is_closed = True

    # Classes

    def type(self, name: str, version: str | None = None, package: str | None = None) -> MuranoType:
        """Return a class by its full name, as in headers of object models; raise MuranoError."""
        return _class(self.loader.classes.of_model, name, version, package)

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """Return the class that a name in the file of a class refers to; raise MuranoError."""
        return _class(self.loader.classes.type_named, written, scope)

    # Running methods

    @property
    def caller(self) -> MuranoType | None:
        """The class that declares the running method."""
        return self.machine.caller

    @property
    def quirks(self) -> frozenset[Quirk]:
        """The quirks that are followed."""
        return self.loader.quirks

    def stack(self) -> tuple[StackFrame, ...]:
        """Return the stack of running methods."""
        return self.machine.stack()

    def simulation(self, object_: MuranoObject, class_name: str) -> Any:
        """Return the simulation of an object as one of its classes, or None."""
        return self.machine.simulations.instance(object_, class_name)

    @functools.cached_property
    def cloud(self) -> Any:
        """The data for the answers of simulations."""
        return self._offline.cloud(self)

    def option(self, group: str | None, name: str) -> Any:
        """Return an option of the operator."""
        return self.cloud.option(group, name)

    def note(self, level: str, logger: str, text: str) -> LogEntry | None:
        """Log a text; return the entry added to the log, None if the log is full."""
        return self._log.add(LogEntry(level, logger, text))

    # Models

    @property
    def warnings(self) -> list[Diagnostic]:
        """The diagnostics of loaded models and of values of methods, all less than errors."""
        return self._remarks.values()

    def load(
        self, model: Mapping[str, Any], path: ModelPath | None = None, *, unedited: bool = False
    ) -> MuranoObject | None:
        """Load `{Objects, ObjectsCopy, Attributes}` and return the root object; raise MuranoError.

        Objects that are only in ObjectsCopy are destroyed. `path` is that of Objects, if they are
        from a file. Values for Out properties, and changed ones of Const, count if the model is
        `unedited` by users.
        """
        # Avoids ids generated by an earlier execution
        self.loader.store.mix(repr(model))
        # Constructors may read attributes, so these are loaded first, as in the engine
        self.attributes.load(model.get("Attributes") or ())
        objects, copy = model.get("Objects"), model.get("ObjectsCopy")
        if objects is not None:
            earlier = None if unedited else earlier_values(model)
            self.root, warnings = self._loaded(objects, path, earlier)
            for warning in warnings:
                self._remarks.add(warning)
        # Objects only in the copy were removed by the user: they are destroyed.
        if copy:
            self._loaded(copy)
        self.garbage.collect(self.root)
        return self.root

    def _loaded(
        self, model: Any, path: ModelPath | None = None, earlier: EarlierValues | None = None
    ) -> tuple[MuranoObject, list[Diagnostic]]:
        self.loader.made += 1
        path = path or ModelPath(NOWHERE, None, f"model{self.loader.made}")
        with self._translated_errors(), self.loader.reporter.apart() as reports:
            try:
                root = self.loader.load_model_object(model, path, earlier)
            except SilentError:
                raise refusal(reports) from None
        return root, reports.values()

    def new(
        self,
        type_: MuranoType | str,
        owner: MuranoObject | None = None,
        name: str | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> MuranoObject:
        """Create an object like `new()`; raise MuranoError."""
        if isinstance(type_, str):
            type_ = self.type(type_)
        with self._translated_errors():
            return self.context.load({type_: dict(properties or {}), "name": name}, owner, type_)

    def collect(self) -> None:
        """Destroy unreachable objects."""
        self.garbage.collect(self.root)

    def is_doomed(self, object_: MuranoObject) -> bool:
        """Return whether an object is destroyed, or being destroyed."""
        return self.garbage.is_doomed(object_)

    def find(self, object_id: str) -> MuranoObject | None:
        """Return the object with an id, or None."""
        return self.loader.store.get(object_id)

    def objects(self) -> list[MuranoObject]:
        """Return all objects, in order of creation."""
        return self.loader.store.all()

    def save(self, *, actions: bool = False) -> dict[str, Any]:
        """Return the saved model, `{Objects, Attributes}`, after destroying unreachable objects.

        With `actions` it is as the engine stores it: objects have their actions in their headers,
        under `_actions`, and `ObjectsCopy` is the same model without them. Raise MuranoError.
        """
        root, listed = self.root, self._listed if actions else None
        with self._translated_errors():
            # Destructors may change properties and attributes, so they run before both are saved
            self.garbage.finish(root)
            objects = None if root is None else saved(root, self.loader, listed)
            copy = None if root is None or not actions else saved(root, self.loader)
        attributes = self.attributes.saved(frozenset(item.id for item in self.objects()))
        result = {"Objects": objects, "Attributes": attributes}
        return {**result, "ObjectsCopy": copy} if actions else result

    def _listed(self, object_: MuranoObject) -> dict[str, Any]:
        return {ACTIONS: listed_actions(object_, self.context.reflection.meta)}

    # Methods

    def call(
        self,
        target: Target,
        method: str,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        public: bool = True,
    ) -> Any:
        """Call a method from outside and return its value as plain data; raise MuranoError.

        With `public`, the method must be exposed.
        """
        member = method_of(target, method)
        declaration = member.declaration
        # Names with a dot are constructors and destructors.
        if public and not (declaration.is_exposed or method.startswith(".")):
            raise engine_error("MethodNotExposed", f"{method} is not an action")
        if isinstance(target, MuranoType):
            if not declaration.is_on_class:
                raise MuranoError(
                    "ValueError", f"{method} is a method of objects, not of the class"
                )
            target = target.ancestor(member.declaring)
        elif declaration.usage is MethodUsage.EXTENSION:
            target = target.type.ancestor(member.declaring)
        named, budget = dict(kwargs or {}), self.machine.budget.expressions
        with self._translated_errors():
            value = self.loader.calls.call(target, member, freeze(list(args)), freeze(named))
            return thaw(value, budget)

    def invoke(
        self,
        target: Target,
        method: str,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Call a method from a simulation with plain values, and return a plain value.

        Raise MuranoError, also for exceptions of the method.
        """
        return self.call(target, method, args, kwargs, public=False)

    @contextlib.contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise errors of the block as exceptions of MuranoPL, fatal ones unchanged."""
        if self._is_closed:
            raise UsageError("the session is closed: open another one")
        try:
            yield
        except MuranoError:
            raise
        except Exception as error:
            raise self.machine.noted(error) from None


def _class(look_up: Callable[..., MuranoType], *args: Any) -> MuranoType:
    try:
        return look_up(*args)
    except UnknownTypeError as error:
        raise thrown(error, ()) from None
