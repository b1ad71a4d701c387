"""Reports names after `Catch` under which the engine throws no exception.

Exceptions of the engine have the names of their Python classes with the module in front, those
that are built into Python no more than that name. A short name after `With` is completed with the
namespace of the file, so it is neither (reference: workflow, Exceptions).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterator

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.references import caught_names, thrown_names
from muranopl.namespace.result import DeclaredPackage

_BY_MODULE = {
    "murano.dsl.exceptions": """
        AmbiguousClassName AmbiguousMethodName AmbiguousPropertyNameError
        CircularExpressionDependenciesError ContractViolationException DslContractSyntaxError
        DslInvalidOperationError DslSyntaxError InvalidInheritanceError InvalidLhsTargetError
        MethodNotExposed NoClassFound NoMethodFound NoObjectFoundError NoPackageFound
        NoPackageForClassFound NoPropertyFound NoWriteAccess NoWriteAccessError
        ObjectDestroyedError PropertyAccessError PropertyReadError PropertyWriteError
        UninitializedPropertyAccessError ValueIsMissingError""",
    "yaql.language.exceptions": """
        AmbiguousFunctionException AmbiguousMethodException ArgumentException
        ArgumentValueException CollectionTooLargeException MemoryQuotaExceededException
        NoFunctionRegisteredException NoMatchingFunctionException NoMatchingMethodException
        NoMethodRegisteredException YaqlGrammarException YaqlLexicalException""",
    "murano.common.exceptions": "PolicyViolationException RouterInfoException TimeoutException",
    "murano.engine.system.agent": "AgentException",
    "murano.engine.system.heat_stack": "HeatStackError",
    "murano.engine.system.workflowclient": "MistralError",
}
DOCUMENTED_EXCEPTION = "ContractViolationException"
"""The one exception of the engine that the documents name: without a module."""
_FULL_NAMES = {
    name: f"{module}.{name}" for module, names in _BY_MODULE.items() for name in names.split()
}
_EVERYTHING = "Exception"
"""The class in Python that catches everything there, and nothing here."""
_OF_THE_ENGINE = ("murano", "yaql", "io.murano")
"""Beginnings of namespaces in which no package but the core library throws anything."""


def report_caught_names(
    own: DeclaredPackage, findings: Findings, quirks: Collection[Quirk]
) -> None:
    """Report names after `With` that are meant as exceptions of the engine, and are none there.

    Names that the package throws itself are its own, whatever they look like.
    """
    meant = [
        (written, full, remedy)
        for written, full in _full_names(own, caught_names)
        if _is_meant_here(written.text, full) and (remedy := _remedy(full)) is not None
    ]
    if not meant:  # nearly always
        return
    thrown = {full for _, full in _full_names(own, thrown_names)}
    for written, full, remedy in meant:
        if full in thrown:
            continue
        if written.text == DOCUMENTED_EXCEPTION and DOCUMENT_NAMES not in quirks:
            documented = f"`{_FULL_NAMES[DOCUMENTED_EXCEPTION]}`"
            findings.report(rules.DOCUMENT_NAME, written.place, name=written.text, known=documented)
        else:
            rule, name = rules.CATCHES_NOTHING, written.text
            findings.report(rule, written.place, name=name, full=full, suggestion=remedy)


def _full_names(
    own: DeclaredPackage, names_of: Callable[[ClassDeclaration], Iterator[TypeName]]
) -> Iterator[tuple[TypeName, str]]:
    """Yield names as they are written in a package, and their full names."""
    for declared in own.classes.values():
        for written in names_of(declared.declaration):
            full = full_name(written.text, declared.namespaces)
            if full is not None:
                yield written, full


def _is_meant_here(written: str, full: str) -> bool:
    """Return whether no other package can throw a name: it may have exceptions of that name."""
    is_own = full.rpartition(".")[2] == written.lstrip(":")
    return is_own or full.startswith(tuple(f"{item}." for item in _OF_THE_ENGINE))


def _remedy(full: str) -> str | None:
    """Return what to write for a name that the engine has in another form; else None."""
    module, _, short = full.rpartition(".")
    full_name = _FULL_NAMES.get(short)
    if full_name is not None:
        return None if full_name == full else f"write `{full_name}`"
    if module in _BY_MODULE:
        near = nearest(short, _BY_MODULE[module].split())
        return None if near is None else did_you_mean(f"{module}.{near}")
    if not module or not _is_of_python(short):
        return None
    if short == _EVERYTHING:
        return "remove With: a clause without it catches every exception"
    return f"declare `python:` without a value under Namespaces, and write `python:{short}`"


def _is_of_python(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, Exception)
