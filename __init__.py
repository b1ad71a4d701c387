"""muranopl: validates MuranoPL service packages before they are uploaded or deployed.

    report = muranopl.validate("path/to/package", libraries=["path/to/catalog"])
    if not report.ok:
        for diagnostic in report.diagnostics: ...

Everything here is loaded on first use, so that importing muranopl is fast.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from muranopl.api.catalog import Catalog as Catalog
    from muranopl.api.catalog import validate as validate
    from muranopl.api.comparing import compare as compare
    from muranopl.api.contents import CatalogContents as CatalogContents
    from muranopl.api.contents import InstalledPackage as InstalledPackage
    from muranopl.api.contents import OfferedClasses as OfferedClasses
    from muranopl.api.package_data import QuotedString as QuotedString
    from muranopl.api.package_data import YaqlExpression as YaqlExpression
    from muranopl.api.report import PackageInfo as PackageInfo
    from muranopl.api.report import Report as Report
    from muranopl.api.rule_examples import check_examples as check_examples
    from muranopl.diagnostics.configuration.configured import settings_for as settings_for
    from muranopl.diagnostics.configuration.configured import settings_from as settings_from
    from muranopl.diagnostics.configuration.settings import PathSettings as PathSettings
    from muranopl.diagnostics.configuration.settings import Settings as Settings
    from muranopl.diagnostics.diagnostic import Applicability as Applicability
    from muranopl.diagnostics.diagnostic import Diagnostic as Diagnostic
    from muranopl.diagnostics.diagnostic import Fix as Fix
    from muranopl.diagnostics.diagnostic import InModel as InModel
    from muranopl.diagnostics.diagnostic import Phase as Phase
    from muranopl.diagnostics.diagnostic import Refusal as Refusal
    from muranopl.diagnostics.diagnostic import Related as Related
    from muranopl.diagnostics.diagnostic import Severity as Severity
    from muranopl.diagnostics.diagnostic import TextEdit as TextEdit
    from muranopl.diagnostics.own_rules import Finding as Finding
    from muranopl.diagnostics.own_rules import OwnRule as OwnRule
    from muranopl.diagnostics.own_rules import rule as rule
    from muranopl.diagnostics.places import Place as Place
    from muranopl.diagnostics.reasons import Reason as Reason
    from muranopl.diagnostics.reasons import ResolutionError as ResolutionError
    from muranopl.diagnostics.usage import UsageError as UsageError
    from muranopl.execution.budget import ExecutionLimits as ExecutionLimits
    from muranopl.execution.budget import LogEntry as LogEntry
    from muranopl.execution.exceptions import MuranoError as MuranoError
    from muranopl.execution.running.calling import CallResult as CallResult
    from muranopl.execution.running.deploying import DeployResult as DeployResult
    from muranopl.execution.running.forms import FormPages as FormPages
    from muranopl.execution.running.rendering import RenderResult as RenderResult
    from muranopl.execution.session import Session as Session
    from muranopl.execution.testing.coverage import CoveredFile as CoveredFile
    from muranopl.execution.testing.report import TestReport as TestReport
    from muranopl.execution.testing.run import TestResult as TestResult
    from muranopl.namespace.required.lock_file import Lock as Lock
    from muranopl.namespace.required.lock_file import LockedPackage as LockedPackage
    from muranopl.namespace.required.required import LockResult as LockResult
    from muranopl.namespace.result import TypeId as TypeId
    from muranopl.phases.reuse.cache import Cache as Cache
    from muranopl.read.package import PackageId as PackageId
    from muranopl.semantics.evaluation.objects import MuranoObject as MuranoObject
    from muranopl.semantics.evaluation.objects import MuranoType as MuranoType
    from muranopl.views.changes.change import Level as Level
    from muranopl.views.changes.change import VersionChange as VersionChange
    from muranopl.views.changes.comparison import PackageComparison as PackageComparison
    from muranopl.views.classes import AttachedMeta as AttachedMeta
    from muranopl.views.classes import InstalledClass as InstalledClass
    from muranopl.views.classes import MetaFacts as MetaFacts
    from muranopl.views.classes import ResolvedArgument as ResolvedArgument
    from muranopl.views.classes import ResolvedClass as ResolvedClass
    from muranopl.views.classes import ResolvedMember as ResolvedMember
    from muranopl.views.classes import ResolvedPackage as ResolvedPackage
    from muranopl.views.graph.model_graph import ModelClass as ModelClass
    from muranopl.views.graph.model_graph import ModelGraph as ModelGraph
    from muranopl.views.graph.model_graph import ModelObject as ModelObject
    from muranopl.views.graph.model_graph import ModelReference as ModelReference
    from muranopl.views.graph.package_graph import PackageGraph as PackageGraph
    from muranopl.views.graph.package_graph import PackageRequirement as PackageRequirement
    from muranopl.views.graph.package_graph import RequiringPackage as RequiringPackage
    from muranopl.views.graph.package_view import PackageText as PackageText
    from muranopl.views.graph.package_view import PackageView as PackageView
    from muranopl.workspace.workspace import FileDiagnostics as FileDiagnostics
    from muranopl.workspace.workspace import Workspace as Workspace
    from muranopl.writing.exporting.export import ExportResult as ExportResult
    from muranopl.writing.fixing.changed_files import ChangedFile as ChangedFile
    from muranopl.writing.fixing.rounds import FixResult as FixResult
    from muranopl.writing.fixing.upgrading import UpgradeResult as UpgradeResult
    from muranopl.writing.packing.build import BuildResult as BuildResult
    from muranopl.writing.packing.build import BuiltPackage as BuiltPackage

__version__ = "0.1.0"

_PYTHON_CALLS = 5_000
"""Depth of Python's stack: enough for values nested as deeply as `bounds.NESTING`, twice over."""

# Never lowered again: another thread may be deep in a call.
sys.setrecursionlimit(max(sys.getrecursionlimit(), _PYTHON_CALLS))

_HOMES = {
    "Applicability": "muranopl.diagnostics.diagnostic",
    "AttachedMeta": "muranopl.views.classes",
    "BuildResult": "muranopl.writing.packing.build",
    "BuiltPackage": "muranopl.writing.packing.build",
    "Cache": "muranopl.phases.reuse.cache",
    "CallResult": "muranopl.execution.running.calling",
    "Catalog": "muranopl.api.catalog",
    "CatalogContents": "muranopl.api.contents",
    "VersionChange": "muranopl.views.changes.change",
    "FileDiagnostics": "muranopl.workspace.workspace",
    "Workspace": "muranopl.workspace.workspace",
    "PackageComparison": "muranopl.views.changes.comparison",
    "Level": "muranopl.views.changes.change",
    "compare": "muranopl.api.comparing",
    "ChangedFile": "muranopl.writing.fixing.changed_files",
    "CoveredFile": "muranopl.execution.testing.coverage",
    "DeployResult": "muranopl.execution.running.deploying",
    "Diagnostic": "muranopl.diagnostics.diagnostic",
    "ExecutionLimits": "muranopl.execution.budget",
    "ExportResult": "muranopl.writing.exporting.export",
    "Fix": "muranopl.diagnostics.diagnostic",
    "FixResult": "muranopl.writing.fixing.rounds",
    "FormPages": "muranopl.execution.running.forms",
    "UpgradeResult": "muranopl.writing.fixing.upgrading",
    "PackageView": "muranopl.views.graph.package_view",
    "Finding": "muranopl.diagnostics.own_rules",
    "InModel": "muranopl.diagnostics.diagnostic",
    "OfferedClasses": "muranopl.api.contents",
    "OwnRule": "muranopl.diagnostics.own_rules",
    "PackageGraph": "muranopl.views.graph.package_graph",
    "PackageRequirement": "muranopl.views.graph.package_graph",
    "RequiringPackage": "muranopl.views.graph.package_graph",
    "PackageText": "muranopl.views.graph.package_view",
    "check_examples": "muranopl.api.rule_examples",
    "rule": "muranopl.diagnostics.own_rules",
    "InstalledClass": "muranopl.views.classes",
    "InstalledPackage": "muranopl.api.contents",
    "Lock": "muranopl.namespace.required.lock_file",
    "LockResult": "muranopl.namespace.required.required",
    "LockedPackage": "muranopl.namespace.required.lock_file",
    "LogEntry": "muranopl.execution.budget",
    "MetaFacts": "muranopl.views.classes",
    "ModelClass": "muranopl.views.graph.model_graph",
    "ModelGraph": "muranopl.views.graph.model_graph",
    "ModelObject": "muranopl.views.graph.model_graph",
    "ModelReference": "muranopl.views.graph.model_graph",
    "MuranoError": "muranopl.execution.exceptions",
    "MuranoObject": "muranopl.semantics.evaluation.objects",
    "MuranoType": "muranopl.semantics.evaluation.objects",
    "PackageId": "muranopl.read.package",
    "PackageInfo": "muranopl.api.report",
    "PathSettings": "muranopl.diagnostics.configuration.settings",
    "Phase": "muranopl.diagnostics.diagnostic",
    "Place": "muranopl.diagnostics.places",
    "QuotedString": "muranopl.api.package_data",
    "Reason": "muranopl.diagnostics.reasons",
    "Refusal": "muranopl.diagnostics.diagnostic",
    "Related": "muranopl.diagnostics.diagnostic",
    "RenderResult": "muranopl.execution.running.rendering",
    "Report": "muranopl.api.report",
    "ResolutionError": "muranopl.diagnostics.reasons",
    "ResolvedArgument": "muranopl.views.classes",
    "ResolvedClass": "muranopl.views.classes",
    "ResolvedMember": "muranopl.views.classes",
    "ResolvedPackage": "muranopl.views.classes",
    "Session": "muranopl.execution.session",
    "Settings": "muranopl.diagnostics.configuration.settings",
    "Severity": "muranopl.diagnostics.diagnostic",
    "TestReport": "muranopl.execution.testing.report",
    "TestResult": "muranopl.execution.testing.run",
    "TextEdit": "muranopl.diagnostics.diagnostic",
    "TypeId": "muranopl.namespace.result",
    "UsageError": "muranopl.diagnostics.usage",
    "YaqlExpression": "muranopl.api.package_data",
    "settings_for": "muranopl.diagnostics.configuration.configured",
    "settings_from": "muranopl.diagnostics.configuration.configured",
    "validate": "muranopl.api.catalog",
}

__all__ = [
    "Applicability",
    "AttachedMeta",
    "BuildResult",
    "BuiltPackage",
    "Cache",
    "CallResult",
    "Catalog",
    "CatalogContents",
    "ChangedFile",
    "CoveredFile",
    "DeployResult",
    "Diagnostic",
    "ExecutionLimits",
    "ExportResult",
    "FileDiagnostics",
    "Finding",
    "Fix",
    "FixResult",
    "FormPages",
    "InModel",
    "InstalledClass",
    "InstalledPackage",
    "Level",
    "Lock",
    "LockResult",
    "LockedPackage",
    "LogEntry",
    "MetaFacts",
    "ModelClass",
    "ModelGraph",
    "ModelObject",
    "ModelReference",
    "MuranoError",
    "MuranoObject",
    "MuranoType",
    "OfferedClasses",
    "OwnRule",
    "PackageComparison",
    "PackageGraph",
    "PackageId",
    "PackageInfo",
    "PackageRequirement",
    "PackageText",
    "PackageView",
    "PathSettings",
    "Phase",
    "Place",
    "QuotedString",
    "Reason",
    "Refusal",
    "Related",
    "RenderResult",
    "Report",
    "RequiringPackage",
    "ResolutionError",
    "ResolvedArgument",
    "ResolvedClass",
    "ResolvedMember",
    "ResolvedPackage",
    "Session",
    "Settings",
    "Severity",
    "TestReport",
    "TestResult",
    "TextEdit",
    "TypeId",
    "UpgradeResult",
    "UsageError",
    "VersionChange",
    "Workspace",
    "YaqlExpression",
    "__version__",
    "check_examples",
    "compare",
    "rule",
    "settings_for",
    "settings_from",
    "validate",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
