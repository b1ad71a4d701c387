"""What a full name means inside a package (reference: packages-and-versions, Finding a class)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest
from muranopl.language.contracts.tree import TypeName
from muranopl.namespace.prefixes import UnknownPrefixError, full_name
from muranopl.namespace.result import DeclaredPackage, ResolvedRequirement, TypeId
from muranopl.read.package import PackageId

EXTENSIONS = "io.murano.extensions."


class PackageScope:
    """What one package sees: itself, the core library, then its requirements in written order; never further.

    `engine_classes` are found last: classes the engine itself registers into whatever core library is installed.
    """

    def __init__(
        self,
        own: DeclaredPackage,
        core: DeclaredPackage | None,
        required: tuple[tuple[ResolvedRequirement, DeclaredPackage | None], ...],
        engine_classes: dict[str, TypeId],
    ) -> None:
        self.own = own
        self.visible: tuple[DeclaredPackage, ...] = tuple(
            dict.fromkeys((own, *((core,) if core else ()), *(opened for _, opened in required if opened is not None)))
        )
        self.required = frozenset(opened.package.id for _, opened in required if opened is not None)
        self.unknown = tuple(resolved.requirement.name for resolved, opened in required if opened is None)
        self._engine_classes = engine_classes if core else {}

    def find(self, name: str) -> TypeId | None:
        """The class of that full name, or None.

        Plugins renamed their classes once: a name below io.murano.extensions is tried without that prefix too.
        """
        found = self._find(name)
        if found is None and name.startswith(EXTENSIONS):
            found = self._find(name.removeprefix(EXTENSIONS))
        return found

    def _find(self, name: str) -> TypeId | None:
        for opened in self.visible:
            declared = opened.classes.get(name)
            if declared is not None and (opened is self.own or declared.listed is not None):
                return declared.id
            if name in opened.opaque:
                return TypeId(name, opened.package.id)
        return self._engine_classes.get(name)

    def holders(self, name: str) -> Iterator[PackageId]:
        """All visible packages that have a class of that full name, in the order of the search."""
        for opened in self.visible:
            declared = opened.classes.get(name)
            if declared is not None and (opened is self.own or declared.listed is not None):
                yield opened.package.id

    def names(self) -> Iterator[str]:
        """All full names visible here, for suggestions."""
        for opened in self.visible:
            yield from opened.classes
        yield from self._engine_classes

    def packages(self) -> tuple[PackageId, ...]:
        """The packages that were searched, in order."""
        return tuple(opened.package.id for opened in self.visible)


class Lookup:
    """Looks up written names in a scope and reports what is not found.

    `owner` says whose the class of a full name is, if some package at hand lists it, for the hint to require that.
    """

    def __init__(self, scope: PackageScope, owner: Callable[[str], str | None], findings: Findings) -> None:
        self._scope = scope
        self._owner = owner
        self.findings = findings
        self._doubled: set[str] = set()
        self._spaces = {name.rpartition(".")[0] for name in scope.names()}

    def resolve(self, written: TypeName, namespaces: dict[str, str]) -> TypeId | None:
        """The class a written name means; None after a report, or where it may be in a package that is not here."""
        try:
            name = full_name(written.text, namespaces)
        except UnknownPrefixError as problem:
            prefix = problem.args[0]
            self._report_prefix(written, prefix, namespaces)
            return None
        if name is None:
            self.findings.report(rules.BAD_TYPE_NAME, written.place, name=written.text)
            return None
        found = self._scope.find(name)
        if found is None:
            self._report_missing(written, name)
        elif name not in self._doubled:
            self._report_doubled(written, found)
        return found

    def _report_doubled(self, written: TypeName, found: TypeId) -> None:
        """Report, once, a name that several required packages have: the first in `Require` is taken."""
        others = [each for each in self._scope.holders(found.name) if each != found.package]
        if others and found.package in self._scope.required:
            self._doubled.add(found.name)
            self.findings.report(
                rules.CLASS_IN_SEVERAL, written.place, name=found.name, first=found.package, others=others[0]
            )

    def _report_prefix(self, written: TypeName, prefix: str, namespaces: dict[str, str]) -> None:
        close = nearest(prefix, (known for known in namespaces if known != "="))
        self.findings.report(
            rules.UNKNOWN_PREFIX,
            written.place,
            prefix=prefix,
            name=written.text,
            suggestion=f'did you mean "{close}"?' if close else f'declare "{prefix}" under Namespaces',
        )

    def _report_missing(self, written: TypeName, name: str) -> None:
        """Report a name that is not found: not required, misspelt, or (silently) in a package that is not here."""
        place = written.place
        owner = self._owner(name)
        if owner is not None and owner not in {each.name for each in self._scope.packages()}:
            suggestion = f'add "{owner}" to Require in manifest.yaml'
            self.findings.report(rules.NOT_REQUIRED, place, name=name, owner=owner, suggestion=suggestion)
            return
        severity = Severity.ERROR
        notes: tuple[str, ...] = ()
        if self._scope.unknown:
            if name.rpartition(".")[0] not in self._spaces:
                return
            severity = Severity.WARNING
            notes = (f"it may be in {', '.join(self._scope.unknown)}, which is not here",)
        close = self._nearest(name)
        self.findings.report(
            rules.CLASS_NOT_FOUND,
            place,
            name=name,
            packages=", ".join(map(str, self._scope.packages())),
            suggestion=f'did you mean "{close}"?' if close else None,
            severity=severity,
            notes=notes,
        )

    def _nearest(self, name: str) -> str | None:
        """A visible class of the same or nearly the same short name; in the same namespace if there is one."""
        space, _, short = name.rpartition(".")
        by_short: dict[str, str] = {}
        for known in self._scope.names():
            known_space, _, known_short = known.rpartition(".")
            if known_space == space or known_short not in by_short:
                by_short[known_short] = known
        close = nearest(short, by_short)
        return None if close is None else by_short[close]
