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
    from muranopl.catalog import Catalog as Catalog
    from muranopl.catalog import compare as compare
    from muranopl.catalog import validate as validate
    from muranopl.changes.change import Level as Level
    from muranopl.changes.change import VersionChange as VersionChange
    from muranopl.changes.comparison import PackageComparison as PackageComparison
    from muranopl.configuration.configured import settings_for as settings_for
    from muranopl.configuration.configured import settings_from as settings_from
    from muranopl.configuration.settings import PathSettings as PathSettings
    from muranopl.configuration.settings import Settings as Settings
    from muranopl.contents import CatalogContents as CatalogContents
    from muranopl.contents import InstalledClass as InstalledClass
    from muranopl.contents import InstalledPackage as InstalledPackage
    from muranopl.contents import OfferedClasses as OfferedClasses
    from muranopl.diagnostics.diagnostic import Diagnostic as Diagnostic
    from muranopl.diagnostics.diagnostic import InModel as InModel
    from muranopl.diagnostics.diagnostic import Phase as Phase
    from muranopl.diagnostics.diagnostic import Refusal as Refusal
    from muranopl.diagnostics.diagnostic import Related as Related
    from muranopl.diagnostics.diagnostic import Severity as Severity
    from muranopl.diagnostics.fixes import Applicability as Applicability
    from muranopl.diagnostics.fixes import Fix as Fix
    from muranopl.diagnostics.fixes import TextEdit as TextEdit
    from muranopl.diagnostics.own_rules import Finding as Finding
    from muranopl.diagnostics.own_rules import OwnRule as OwnRule
    from muranopl.diagnostics.own_rules import rule as rule
    from muranopl.diagnostics.places import Place as Place
    from muranopl.diagnostics.reasons import Reason as Reason
    from muranopl.diagnostics.reasons import ResolutionError as ResolutionError
    from muranopl.diagnostics.usage import UsageError as UsageError
    from muranopl.execution.budget import ExecutionLimits as ExecutionLimits
    from muranopl.execution.exceptions import MuranoError as MuranoError
    from muranopl.execution.natives import LogEntry as LogEntry
    from muranopl.execution.session import Session as Session
    from muranopl.fixing.changed_files import ChangedFile as ChangedFile
    from muranopl.fixing.rounds import FixResult as FixResult
    from muranopl.fixing.upgrading import UpgradeResult as UpgradeResult
    from muranopl.graph.model_graph import ModelClass as ModelClass
    from muranopl.graph.model_graph import ModelGraph as ModelGraph
    from muranopl.graph.model_graph import ModelObject as ModelObject
    from muranopl.graph.model_graph import ModelReference as ModelReference
    from muranopl.graph.package_graph import PackageGraph as PackageGraph
    from muranopl.graph.package_graph import PackageRequirement as PackageRequirement
    from muranopl.graph.package_graph import RequiringPackage as RequiringPackage
    from muranopl.graph.package_view import PackageText as PackageText
    from muranopl.graph.package_view import PackageView as PackageView
    from muranopl.graph.resolved import AttachedMeta as AttachedMeta
    from muranopl.graph.resolved import MetaFacts as MetaFacts
    from muranopl.graph.resolved import ResolvedArgument as ResolvedArgument
    from muranopl.graph.resolved import ResolvedClass as ResolvedClass
    from muranopl.graph.resolved import ResolvedMember as ResolvedMember
    from muranopl.graph.resolved import ResolvedPackage as ResolvedPackage
    from muranopl.incremental.cache import Cache as Cache
    from muranopl.namespace.result import TypeId as TypeId
    from muranopl.package_data import QuotedString as QuotedString
    from muranopl.package_data import YaqlExpression as YaqlExpression
    from muranopl.packing.build import BuildResult as BuildResult
    from muranopl.packing.build import BuiltPackage as BuiltPackage
    from muranopl.read.package import PackageId as PackageId
    from muranopl.report import PackageInfo as PackageInfo
    from muranopl.report import Report as Report
    from muranopl.requirements.lock_file import Lock as Lock
    from muranopl.requirements.lock_file import LockedPackage as LockedPackage
    from muranopl.requirements.required import LockResult as LockResult
    from muranopl.rule_examples import check_examples as check_examples
    from muranopl.running.calling import CallResult as CallResult
    from muranopl.running.deploying import DeployResult as DeployResult
    from muranopl.running.forms import FormPages as FormPages
    from muranopl.running.rendering import RenderResult as RenderResult
    from muranopl.semantics.evaluation.objects import MuranoObject as MuranoObject
    from muranopl.semantics.evaluation.objects import MuranoType as MuranoType
    from muranopl.testing.coverage import CoveredFile as CoveredFile
    from muranopl.testing.report import TestReport as TestReport
    from muranopl.testing.run import TestResult as TestResult
    from muranopl.workspace.workspace import FileDiagnostics as FileDiagnostics
    from muranopl.workspace.workspace import Workspace as Workspace

__version__ = "0.1.0"

_PYTHON_CALLS = 5_000
"""Depth of Python's stack: enough for values nested as deeply as `bounds.NESTING`, twice over."""

# Never lowered again: another thread may be deep in a call.
sys.setrecursionlimit(max(sys.getrecursionlimit(), _PYTHON_CALLS))

_HOMES = {
    "Applicability": "muranopl.diagnostics.fixes",
    "AttachedMeta": "muranopl.graph.resolved",
    "BuildResult": "muranopl.packing.build",
    "BuiltPackage": "muranopl.packing.build",
    "Cache": "muranopl.incremental.cache",
    "CallResult": "muranopl.running.calling",
    "Catalog": "muranopl.catalog",
    "CatalogContents": "muranopl.contents",
    "VersionChange": "muranopl.changes.change",
    "FileDiagnostics": "muranopl.workspace.workspace",
    "Workspace": "muranopl.workspace.workspace",
    "PackageComparison": "muranopl.changes.comparison",
    "Level": "muranopl.changes.change",
    "compare": "muranopl.catalog",
    "ChangedFile": "muranopl.fixing.changed_files",
    "CoveredFile": "muranopl.testing.coverage",
    "DeployResult": "muranopl.running.deploying",
    "Diagnostic": "muranopl.diagnostics.diagnostic",
    "ExecutionLimits": "muranopl.execution.budget",
    "Fix": "muranopl.diagnostics.fixes",
    "FixResult": "muranopl.fixing.rounds",
    "FormPages": "muranopl.running.forms",
    "UpgradeResult": "muranopl.fixing.upgrading",
    "PackageView": "muranopl.graph.package_view",
    "Finding": "muranopl.diagnostics.own_rules",
    "InModel": "muranopl.diagnostics.diagnostic",
    "OfferedClasses": "muranopl.contents",
    "OwnRule": "muranopl.diagnostics.own_rules",
    "PackageGraph": "muranopl.graph.package_graph",
    "PackageRequirement": "muranopl.graph.package_graph",
    "RequiringPackage": "muranopl.graph.package_graph",
    "PackageText": "muranopl.graph.package_view",
    "check_examples": "muranopl.rule_examples",
    "rule": "muranopl.diagnostics.own_rules",
    "InstalledClass": "muranopl.contents",
    "InstalledPackage": "muranopl.contents",
    "Lock": "muranopl.requirements.lock_file",
    "LockResult": "muranopl.requirements.required",
    "LockedPackage": "muranopl.requirements.lock_file",
    "LogEntry": "muranopl.execution.natives",
    "MetaFacts": "muranopl.graph.resolved",
    "ModelClass": "muranopl.graph.model_graph",
    "ModelGraph": "muranopl.graph.model_graph",
    "ModelObject": "muranopl.graph.model_graph",
    "ModelReference": "muranopl.graph.model_graph",
    "MuranoError": "muranopl.execution.exceptions",
    "MuranoObject": "muranopl.semantics.evaluation.objects",
    "MuranoType": "muranopl.semantics.evaluation.objects",
    "PackageId": "muranopl.read.package",
    "PackageInfo": "muranopl.report",
    "PathSettings": "muranopl.configuration.settings",
    "Phase": "muranopl.diagnostics.diagnostic",
    "Place": "muranopl.diagnostics.places",
    "QuotedString": "muranopl.package_data",
    "Reason": "muranopl.diagnostics.reasons",
    "Refusal": "muranopl.diagnostics.diagnostic",
    "Related": "muranopl.diagnostics.diagnostic",
    "RenderResult": "muranopl.running.rendering",
    "Report": "muranopl.report",
    "ResolutionError": "muranopl.diagnostics.reasons",
    "ResolvedArgument": "muranopl.graph.resolved",
    "ResolvedClass": "muranopl.graph.resolved",
    "ResolvedMember": "muranopl.graph.resolved",
    "ResolvedPackage": "muranopl.graph.resolved",
    "Session": "muranopl.execution.session",
    "Settings": "muranopl.configuration.settings",
    "Severity": "muranopl.diagnostics.diagnostic",
    "TestReport": "muranopl.testing.report",
    "TestResult": "muranopl.testing.run",
    "TextEdit": "muranopl.diagnostics.fixes",
    "TypeId": "muranopl.namespace.result",
    "UsageError": "muranopl.diagnostics.usage",
    "YaqlExpression": "muranopl.package_data",
    "settings_for": "muranopl.configuration.configured",
    "settings_from": "muranopl.configuration.configured",
    "validate": "muranopl.catalog",
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
