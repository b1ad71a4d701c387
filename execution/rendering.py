"""Renders one object model in a session: loads it, then runs the constructors of its objects.

All defects are reported. `running/rendering.py` prepares the session and makes the result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from muranopl.ard.garbage_collection import paused
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics.bounds import RENDER_INSTRUCTIONS, STEPS_PER_CHARACTER
from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.construction import SessionLoader
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Offline, Session
from muranopl.render.class_configs import ClassConfigs, ConfigFolder
from muranopl.render.context import LoadedObject, LoadingContext
from muranopl.render.loaded_types import InstalledPackages
from muranopl.render.serialize import serialize
from muranopl.render.store import EarlierValues
from muranopl.render.whole_model import report_hidden, report_lone_applications, root_of
from muranopl.semantics.evaluation.bounds import SharedBudget
from muranopl.semantics.evaluation.errors import (
    ExhaustedError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.objects import MuranoObject


class LoadedModel(NamedTuple):
    """A model that loads: its objects, constructed, and what they are written as.

    `context` is the state in which they were loaded.
    """

    root: MuranoObject
    context: LoadingContext
    written: dict[str, Any]


_LIMITS = ExecutionLimits(instructions=RENDER_INSTRUCTIONS.most)


def render_model(  # noqa: PLR0917 - as its only caller has them
    node: Node,
    installed: InstalledPackages,
    findings: Findings,
    class_: str | None,
    configs: ConfigFolder | None,
    offline: Offline,
    earlier: EarlierValues | None = None,
) -> LoadedModel | None:
    """Load a model and return it with its serialized form, None if that is not possible.

    `class_` is the class of a root that does not name its own, `configs` the folder of class
    configs, `offline` the replacement of the engine for constructors, `earlier` what executions
    saved before. A model with errors among its
    findings would not load.
    """
    text = node.file.text or ""
    session = Session(
        installed,
        offline,
        configs=ClassConfigs(configs, findings),
        limits=_LIMITS,
        seed=text.encode("utf-8", "replace"),
        budget=SharedBudget(given=STEPS_PER_CHARACTER.most * len(text)),
    )
    loader, path, model = session.loader, ModelPath(node), None
    with paused():  # else garbage collection is quadratic in objects
        try:
            model = _rendered(session, path, class_, earlier or EarlierValues())
        except SpentError as error:
            loader.reporter.report_value(object_rules.TOO_MANY, path, problem=str(error))
    findings.take(loader.reporter.values())
    findings.take(session.warnings)
    return model


def _rendered(
    session: Session, path: ModelPath, class_: str | None, earlier: EarlierValues
) -> LoadedModel | None:
    loader = session.loader
    with loader.reporting(earlier):
        root = root_of(loader, path, class_)
        if root is not None:
            loader.restore_subscriptions()
    if root is None:
        return None
    # Constructors of an invalid model would fail for known reasons.
    if not loader.reporter.failed:
        _construct(loader)
    report_lone_applications(loader)
    report_hidden(loader)
    if loader.reporter.failed:
        return None
    session.garbage.note_subscriptions(root)
    return LoadedModel(root, loader, serialize(root, loader))


def _construct(loader: SessionLoader) -> None:
    """Run the constructors of all objects of the model, until one fails; report those not run."""
    missing: dict[str, None] = {}
    for item in tuple(loader.loaded):
        for type_ in loader.constructors(item):
            what = f"the constructor of class {type_.name}"
            try:
                loader.construct_as(item, type_)
            except MuranoError as error:
                # In the engine the first exception of a constructor ends the load
                _report_uncaught(loader, item, what, error)
                return
            except NotEvaluatedError:
                # Reported once for all, below.
                missing[type_.name] = None
            except ExhaustedError as error:
                loader.reporter.report_value(
                    rules.CONSTRUCTOR_ENDED, item.path, what=what, problem=str(error)
                )
                return
            except PoisonedError:
                return  # it was reported
    if missing:
        names = ", ".join(sorted(missing))
        loader.reporter.report_value(object_rules.NOT_CONSTRUCTED, loader.root_path, classes=names)


_MOST_FRAMES = 10


def _report_uncaught(
    loader: SessionLoader, loaded: LoadedObject, what: str, error: MuranoError
) -> None:
    """Report an exception that the constructor of an object throws, with the stack."""
    frames = [
        Related(f"in method {item.method} of {item.type_name}", item.place) for item in error.stack
    ]
    loader.reporter.report_value(
        rules.CONSTRUCTOR_THROWS,
        loaded.path,
        related=tuple(reversed(frames[-_MOST_FRAMES:])),
        suggestion=error.remedy,
        what=what,
        name=error.shown_name,
        message=error.message,
    )
