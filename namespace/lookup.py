"""Looks up the full names in a package's class files, and reports those that refer to no class.

Names in UI definitions and object models: `package_scope`. Reference: packages-and-versions, Finding a class.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Set
from typing import Any

from muranopl.diagnostics.bounds import PREFIX_SUGGESTIONS
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.catalogue.calls import TEXT_AS_EXPRESSION
from muranopl.diagnostics.diagnostic import Applicability, Fix, Refusal, Related, Severity, fixed_by
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import (
    FullNameVocabulary,
    did_you_mean,
    is_slip,
    nearest,
    nearest_full_name,
)
from muranopl.diagnostics.reporter import DefectReports
from muranopl.diagnostics.visible import listed
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.names import DOTTED, NamespacePrefix, is_named_like
from muranopl.namespace.package_scope import ALIASES, PackageScope, given_with
from muranopl.namespace.prefixes import (
    OWN_NAMESPACE,
    MeantPrefixes,
    full_name,
    unknown_prefix,
    written_like,
)
from muranopl.namespace.references import references
from muranopl.namespace.result import TypeId

SHOWN_PACKAGES = 20
_UNREAD = "a package under Require that cannot be read"


class Lookup:
    """Looks up written names in a scope and reports those without a class.

    `owners` has the packages of listed classes, for the suggestion to require them. `as_written` as
    in `Job`: a misspelt prefix then has no meaning.
    """

    def __init__(
        self,
        scope: PackageScope,
        owners: Mapping[str, str],
        findings: Findings,
        *,
        as_written: bool = False,
    ) -> None:
        self._as_written = as_written
        self._scope = scope
        self._owners = owners
        self.depends_on_all = False
        self.findings = findings
        self._compared: set[str] = set()
        self._unknown = DefectReports()
        self._meant = MeantPrefixes()
        self._right_namespaces: dict[NamespacePrefix, str | None] = {}
        self._rests_in: dict[ClassDeclaration, dict[str, set[str]]] = {}

    @functools.cached_property
    def _spaces(self) -> dict[str, dict[str, str]]:
        """The visible classes by namespace and folded short name."""
        spaces: dict[str, dict[str, str]] = {}
        for name in self._scope.names():
            space, _, short = name.rpartition(".")
            spaces.setdefault(space, {})[short.casefold()] = name
        return spaces

    @functools.cached_property
    def _known_spaces(self) -> FullNameVocabulary:
        return FullNameVocabulary(self._spaces)

    @functools.cached_property
    def _names_in(self) -> dict[str, set[str]]:
        """What the full names of the visible classes add to their namespaces, with the dot."""
        return {
            space: {name.removeprefix(space) for name in names.values()}
            for space, names in self._spaces.items()
        }

    def resolve(
        self,
        written: TypeName,
        namespaces: dict[str, str],
        declaration: ClassDeclaration | None = None,
        *,
        at_load: bool = False,
    ) -> TypeId | None:
        """Return the class that a name refers to.

        Return None after a report, or if it may be in a missing package. `at_load` is true if the
        engine looks the name up when it loads the class that contains it. `declaration` is that
        class, where a missing prefix can be declared.
        """
        name = full_name(written.text, namespaces)
        if name is None or (written.text.startswith(OWN_NAMESPACE) and self._scope.follows_engine):
            return self._report_meaningless(
                written, namespaces, Refusal.CLASS if at_load else None, declaration
            )
        result = self._scope.find(name)
        if result is None:
            if DOTTED.match(name):  # else its namespace was reported
                return self._report_missing(written, name, namespaces, declaration)
        elif written.text.startswith(OWN_NAMESPACE):
            self._report_document_name(written, written.text.removeprefix(OWN_NAMESPACE))
        elif result.name != name and name in ALIASES:
            self._report_document_name(written, result.name)
        elif name not in self._compared:
            self._compared.add(result.name)
            self._report_ambiguous(written, result)
        return result

    def flush(self) -> None:
        """Report unknown names: a class once in a file, a package that is not required once."""
        self._unknown.flush(self.findings)

    def check_prefix(self, written: TypeName, namespaces: dict[str, str]) -> None:
        """Report an undeclared prefix of a name that does not refer to a class."""
        if unknown_prefix(written.text) is not None and full_name(written.text, namespaces) is None:
            self._report_meaningless(written, namespaces, None)

    def _report_document_name(self, written: TypeName, known: str) -> None:
        self.findings.report(rules.DOCUMENT_NAME, written.place, name=written.text, known=known)

    def _report_ambiguous(self, written: TypeName, found: TypeId) -> None:
        """Report a name in several required packages; the first of them is used."""
        if found.package not in self._scope.required:
            return
        name, first = found
        others = (item for item in self._scope.providers(name) if item != first)
        if (other := next(others, None)) is not None:
            rule = rules.CLASS_IN_SEVERAL
            self.findings.report(rule, written.place, name=name, first=first, others=other)

    def _report_meaningless(
        self,
        written: TypeName,
        namespaces: dict[str, str],
        refuses: Refusal | None,
        declaration: ClassDeclaration | None = None,
    ) -> TypeId | None:
        """Report an invalid name, or an unknown prefix.

        Return the class of the name with the prefix that is meant.
        """
        prefix, place = unknown_prefix(written.text), written.place
        if prefix is None or written.text.startswith(OWN_NAMESPACE):
            self.findings.report(rules.BAD_TYPE_NAME, place, name=written.text, refuses=refuses)
            return None
        meant = self._meant.of(prefix, namespaces)
        # Unquoted text such as `a:b` parses as the name of a class (reference: workflow)
        if written.may_be_text and meant is None:
            self.findings.report(TEXT_AS_EXPRESSION, place, what="this value", text=written.text)
            return None
        rest = written.text.removeprefix(prefix)
        full = None if meant is None else full_name(meant + rest, namespaces)
        is_there = full is not None and self._scope.find(full) is not None
        applicability = Applicability.SAFE if is_there else None
        near = did_you_mean(meant, instead_of=prefix, applicability=applicability)
        facts: dict[str, Any] = {"suggestion": near}
        if meant is None and declaration is not None:
            declaring = functools.partial(self._declaring, prefix, written.text, declaration)
            facts["fixes"] = declaring
            facts["suggestion"] = lambda: next((fix.title for fix in declaring()), None)
        self._unknown.report(
            (place.file.path, prefix),
            rules.UNKNOWN_PREFIX,
            place,
            prefix=prefix,
            name=written.text,
            refuses=refuses,
            **facts,
        )
        if meant is None or self._as_written:
            return None
        return None if full is None else self._scope.find(full)

    def _declaring(
        self, prefix: str, written: str, declaration: ClassDeclaration
    ) -> tuple[Fix, ...]:
        """Return the fix that declares a prefix: the only namespace with a class of that name."""
        from muranopl.ard.rewriting import with_entry

        short = written.rpartition(":")[2]
        spaces = [
            space
            for space, names in self._spaces.items()
            if names.get(short.casefold(), "").rpartition(".")[2] == short
        ]
        # A document without prefixes of its own has those of the one before it
        if len(spaces) != 1 or declaration.node.find("Namespaces") is None:
            return ()
        entry = f"{prefix}: {spaces[0]}"
        edit = with_entry(declaration.node, "Namespaces", entry)
        return fixed_by(f"declare `{entry}` under Namespaces", edit)

    def _report_missing(
        self,
        written: TypeName,
        name: str,
        namespaces: dict[str, str],
        declaration: ClassDeclaration | None,
    ) -> TypeId | None:
        """Report an unknown name: its package is not required, or it is misspelt.

        A name that a missing package may declare is not reported. Return the class whose package is
        not required, or that the right namespace has, so that mistakes in its use are reported too.
        """
        scope = self._scope
        # The call is one of a method, whose arguments need not be classes
        if written.in_find and scope.has_find:
            return None
        self.depends_on_all = True
        owner = self._owners.get(name)
        if owner in scope.unknown:
            return None  # required by an entry without a match, which was reported
        if owner is None or owner in {package.name for package in scope.packages}:
            space = self._report_wrong_namespace(written, declaration)
            if space is None:
                self._report_not_found(written, name, namespaces)
                return None
            return None if self._as_written else scope.find(space + _rest(written))
        if nearest_full_name(owner, scope.unknown) is not None:
            return None  # required under a name that is misspelt, which was reported
        if not scope.may_require(owner):
            self._unknown.report(
                owner,
                rules.NOT_REQUIRED,
                written.place,
                name=name,
                owner=owner,
                suggestion=f'add "{owner}" to Require in manifest.yaml',
                fixes=functools.partial(scope.requiring, owner),
            )
        return scope.find_located(name, owner)

    def _report_wrong_namespace(
        self, written: TypeName, declaration: ClassDeclaration | None
    ) -> str | None:
        """Report the namespace of a prefix if none of the names with that prefix is in it.

        Return the namespace that is meant, or None if it is not known.
        """
        prefix = written.text.rpartition(":")[0]
        if declaration is None or not prefix or self._scope.lacks_packages:
            return None
        written_entries = reversed(declaration.namespaces or ())
        entry = next((item for item in written_entries if item.prefix == prefix), None)
        if entry is None:
            return None  # the prefix `=` need not be declared
        is_known = entry in self._right_namespaces
        if not is_known and len(self._right_namespaces) < PREFIX_SUGGESTIONS.most:
            rests = self._rests(declaration)[prefix]
            self._right_namespaces[entry] = self._right_namespace(entry, rests)
        meant = self._right_namespaces.get(entry)
        if meant is not None:
            self._unknown.report(
                (entry.node.place.file.path, prefix),
                rules.WRONG_NAMESPACE,
                entry.node.place,
                prefix=prefix,
                namespace=entry.namespace,
                suggestion=did_you_mean(meant, instead_of=entry.namespace),
                related=(Related("this is one of them", written.place),),
            )
        return meant

    def _rests(self, declaration: ClassDeclaration) -> dict[str, set[str]]:
        """Return what the class names that are written in a class add to the namespace of each prefix."""
        if declaration not in self._rests_in:
            by_prefix = self._rests_in[declaration] = {}
            for name in references(declaration):
                prefix = name.text.rpartition(":")[0]
                by_prefix.setdefault(prefix, set()).add(_rest(name))
        return self._rests_in[declaration]

    def _right_namespace(self, entry: NamespacePrefix, rests: Set[str]) -> str | None:
        """Return the namespace that is meant instead of that of a prefix, or None.

        It is similar and has one of the names, or is the only one that has all of several.
        """
        names = [entry.namespace + rest for rest in rests]
        if any(self._scope.find(name) or name in self._owners for name in names):
            return None
        if entry.namespace not in self._spaces:
            near = self._known_spaces.nearest(entry.namespace)
            if near and not self._names_in[near].isdisjoint(rests):
                return near
        having = [
            space for space, there in self._names_in.items() if len(rests) > 1 and there >= rests
        ]
        return having[0] if len(having) == 1 else None

    def _report_not_found(self, written: TypeName, name: str, namespaces: dict[str, str]) -> None:
        """Report a name of no class at hand; a missing package may have classes of any name."""
        space = name.rpartition(".")[0]
        severity = Severity.ERROR
        notes: tuple[str, ...] = ()
        if self._scope.lacks_packages:
            # All names of its namespace may be in the missing package
            unknown = self._scope.unknown
            if space not in self._spaces or is_named_like(name, unknown):
                return
            severity = Severity.WARNING
            missing = f"a missing package: {', '.join(unknown)}"
            notes = (f"it may be in {missing if unknown else _UNREAD}",)
        self._unknown.report(
            # An unknown namespace is one mistake, however many of its classes are named
            (written.place.file.path, name if space in self._spaces else space),
            rules.CLASS_NOT_FOUND,
            written.place,
            name=name,
            packages=listed([str(id_) for id_ in self._scope.packages], SHOWN_PACKAGES),
            # A function, as the search is needed only if the diagnostic is kept
            suggestion=functools.partial(self._meant_name, written, name, namespaces),
            severity=severity,
            notes=notes,
        )

    def _meant_name(self, written: TypeName, name: str, namespaces: dict[str, str]) -> str | None:
        """Return the suggestion of the class that a name misspells."""
        close, unknown = self._nearest(name), self._scope.unknown
        meant = close and written_like(written.text, close, namespaces)
        # Expressions take no name with dots for a class: it can be suggested, not written
        if meant and "." in meant and "." not in written.text:
            return f'did you mean "{meant}"?'
        return did_you_mean(meant, given_with(unknown), instead_of=written.text)

    def _nearest(self, name: str) -> str | None:
        """Return the class that a name most likely misspells.

        One that is merely similar is not meant. It has the same short name in any namespace, or is
        in the same namespace with a short name that differs by a letter or two.
        """
        space, _, short = name.rpartition(".")
        beside = self._spaces.get(space, {})
        for names in (beside, *self._spaces.values()):
            if short.casefold() in names:
                return names[short.casefold()]
        close = nearest(short, beside)
        if close is not None and is_slip(short, close):
            return beside[close]
        return None


def _rest(written: TypeName) -> str:
    """Return what a name with a prefix adds to its namespace, with the dot before it."""
    return f".{written.text.rpartition(':')[2]}"
